// One line for each check, and the exit status.
let failed = 0

/** Says whether a check held. `faults`: what is wrong, each with its file and line where it has one. */
export function check(sentence, faults) {
  console.log(`${faults.length ? 'FAIL ' : 'ok   '} ${sentence}`)
  for (const fault of faults) console.log(`      ${fault}`)
  failed += faults.length ? 1 : 0
}

export function finish() {
  if (failed) console.log(`${failed} checks failed`)
  process.exitCode = failed ? 1 : 0
}
