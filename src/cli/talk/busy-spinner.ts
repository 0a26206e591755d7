import type { Out } from '#cli/out/types'

/** One spinner at a time; its work is a promise that the next label resolves. */
export function createBusySpinner(out: Pick<Out, 'withSpinner'>) {
  let label: string | undefined
  let release = (): void => undefined
  const stop = (): void => {
    label = undefined
    release()
  }
  return {
    stop,
    start(next: string): void {
      if (next === label) return
      stop()
      label = next
      const work = new Promise<void>((resolve) => {
        release = resolve
      })
      void out.withSpinner(next, work)
    },
  }
}
