/** The test of Mann and Whitney for two samples, with the normal approximation and the correction for ties. */

/** Abramowitz and Stegun 7.1.26: the error is below 1.5e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - polynomial * Math.exp(-x * x)
}

/** @returns how likely two samples of one distribution differ as much in their ranks, two-sided. */
export function compareRanks(one: readonly number[], other: readonly number[]): { readonly p: number } {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))]
  all.sort((a, b) => a.value - b.value)
  let ranksOfOne = 0
  let ties = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1
    const count = end - start
    ties += count ** 3 - count
    const rank = (start + 1 + end) / 2
    for (const { isOne } of all.slice(start, end)) if (isOne) ranksOfOne += rank
    start = end
  }
  const [n, m] = [one.length, other.length]
  const statistic = ranksOfOne - (n * (n + 1)) / 2
  const spread = Math.sqrt(((n * m) / 12) * (n + m + 1 - ties / ((n + m) * (n + m - 1))))
  const distance = Math.abs(statistic - (n * m) / 2) / spread
  return { p: 1 - errorFunction(distance / Math.SQRT2) }
}
