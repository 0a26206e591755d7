import type { Clock } from '#domain/clock'

/** What came before says less: a node may answer slower now, or with more in each answer. */
const windowMs = 60_000
/** A first answer says too little. */
const minSpanMs = 2_000

/** Estimates how long work of a known size still takes, from how far it came in the last minute. */
export function createTimeLeft(clock: Pick<Clock, 'elapsed'>): (done: number, total: number) => number | undefined {
  let samples: readonly { readonly at: number; readonly done: number }[] = []
  return (done, total) => {
    const at = clock.elapsed()
    const [last] = samples.slice(-1)
    if (last !== undefined && done < last.done) samples = []
    samples = [...samples.filter((one) => at - one.at < windowMs), { at, done }]
    const [first] = samples
    if (first === undefined || at - first.at < minSpanMs || done <= first.done) return undefined
    return Math.ceil(((total - done) * (at - first.at)) / (done - first.done) / 1_000)
  }
}

/** `about 40 s left`, `about 12 min left`, `about 3 h left` */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 90) return `about ${seconds} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}
