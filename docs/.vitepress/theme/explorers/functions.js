// What the explorers compute. checks/figures compares it with what the solutions return.

/** The error function, after Abramowitz and Stegun, 7.1.26: off by 1.5e-7 at most. */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - series * Math.exp(-x * x))
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x))
const normalBelow = (x) => (1 + erf(x / Math.SQRT2)) / 2
const normalDensity = (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** By name: the value and the slope at x. ReLU has no slope at 0, and NaN says so. */
export const activations = {
  silu: { value: (x) => x * sigmoid(x), slope: (x) => sigmoid(x) * (1 + x * (1 - sigmoid(x))) },
  gelu: { value: (x) => x * normalBelow(x), slope: (x) => normalBelow(x) + x * normalDensity(x) },
  relu: { value: (x) => Math.max(x, 0), slope: (x) => (x === 0 ? NaN : Number(x > 0)) },
}

/** Where SiLU is lowest: x = -1 - exp(x), each result put in again. */
export const lowestOfSilu = Array.from({ length: 60 }).reduce((x) => -1 - Math.exp(x), -1)

const mean = (row) => row.reduce((sum, x) => sum + x, 0) / row.length

/** Weights of 1; eps as in the chapter. */
export function rmsNorm(row, eps = 1e-5) {
  const root = Math.sqrt(mean(row.map((x) => x * x)) + eps)
  return row.map((x) => x / root)
}

/** LayerNorm is RMSNorm of what is left when the mean is gone. */
export function layerNorm(row, eps = 1e-5) {
  const middle = mean(row)
  return rmsNorm(row.map((x) => x - middle), eps)
}
