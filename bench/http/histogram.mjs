/** Counts milliseconds in buckets one percent wide: percentiles of any number of them in little memory. */
const step = Math.log(1.01)
const min = 0.01

export function createHistogram() {
  /** @type {Map<number, number>} */
  const counts = new Map()
  let [count, max] = [0, 0]
  return {
    /** @param {number} ms */
    add(ms) {
      const bucket = Math.ceil(Math.log(Math.max(ms, min) / min) / step)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      count += 1
      max = Math.max(max, ms)
    },
    figures() {
      const sorted = [...counts].toSorted(([a], [b]) => a - b)
      return { count, p50: at(sorted, 0.5 * count), p90: at(sorted, 0.9 * count), p99: at(sorted, 0.99 * count), max }
    },
  }
}

/**
 * The upper edge of the bucket that contains the rank.
 * @param {readonly [bucket: number, count: number][]} sorted
 * @param {number} rank
 */
function at(sorted, rank) {
  let seen = 0
  for (const [bucket, count] of sorted) {
    seen += count
    if (seen >= rank) return min * Math.exp(bucket * step)
  }
  return 0
}
