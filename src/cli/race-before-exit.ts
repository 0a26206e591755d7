/**
 * A process ends with status 0 as soon as nothing is left that could wake it up, even during work that waits for
 * something that can no longer come, such as an answer from a closed terminal.
 */

/** The waiting calls, each nested in the one before: the last one is notified, as all others wait for its result. */
const waiters: (() => void)[] = []
let isListening = false

function listenBeforeExit(): void {
  if (isListening) return
  isListening = true
  process.on('beforeExit', () => waiters.at(-1)?.())
}

/** The result of `work`, or what `instead` returns or throws if the event loop runs dry first. */
export async function raceBeforeExit<T>(work: Promise<T>, instead: () => T): Promise<T> {
  listenBeforeExit()
  let wake = (): void => undefined
  const dry = new Promise<void>((resolve) => {
    wake = resolve
  })
  waiters.push(wake)
  try {
    return await Promise.race([work, dry.then(instead)])
  } finally {
    waiters.splice(waiters.indexOf(wake), 1)
  }
}
