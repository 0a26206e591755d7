/** What `work` gives, or `late` where that takes longer. The work goes on; the wait keeps no process alive. */
export function within<T, L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  return Promise.race([work, after(milliseconds, late)])
}

const after = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds))).addEventListener('abort', () => resolve(value))
  })
