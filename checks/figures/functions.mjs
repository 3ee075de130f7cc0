// functions.mjs FIGURES: do the site's explorers compute what the solutions return? FIGURES is the program that says
// what those return.
import { execFileSync } from 'node:child_process'
import { activations, layerNorm, lowestOfSilu, rmsNorm } from '../../docs/.vitepress/theme/explorers/functions.js'

const { functions, rows } = JSON.parse(execFileSync(process.argv[2], ['--points'], { maxBuffer: 1 << 24 }))
const shown = 5e-5 // half of the last digit that a reader sees
let compared = 0
const faults = []

function compare(what, ours, solutions) {
  ++compared
  if (!(Math.abs(ours - solutions) <= shown)) faults.push(`${what}: ${ours} here, ${solutions} from the solution`)
}

for (const [name, { x, value, slope }] of Object.entries(functions)) {
  x.forEach((at, i) => {
    compare(`${name}(${at})`, activations[name].value(at), value[i])
    compare(`slope of ${name} at ${at}`, activations[name].slope(at), slope[i])
  })
}
for (const { row, rms_norm, layer_norm } of rows) {
  rmsNorm(row).forEach((y, i) => compare(`rms_norm([${row}])[${i}]`, y, rms_norm[i]))
  layerNorm(row).forEach((y, i) => compare(`layer_norm([${row}])[${i}]`, y, layer_norm[i]))
}
compare('slope at the lowest point of silu', activations.silu.slope(lowestOfSilu), 0)
if (functions.silu.value.some((y) => y < activations.silu.value(lowestOfSilu) - 1e-6)) {
  faults.push(`silu is lower somewhere than at ${lowestOfSilu}`)
}

faults.slice(0, 10).forEach((fault) => console.log(fault))
console.log(`explorers: ${compared} numbers compared with the solutions', ${faults.length} differ`)
process.exitCode = faults.length || !compared ? 1 : 0
