/** The result of `work`, or `late` if it takes longer. The work continues; the timer keeps no process alive. */
export function resolveWithin<T, L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  return Promise.race([work, resolveAfter(milliseconds, late)])
}

const resolveAfter = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds))).addEventListener('abort', () => resolve(value))
  })
