/**
 * A process ends, with status 0, as soon as nothing is left that could wake it up: also amid work that waits for what can
 * no longer come, such as an answer from a terminal that was closed.
 */

/** Those who wait, each within the one before: the last one is told, as all others wait for what it does then. */
const waiting: (() => void)[] = []
let listens = false

function listen(): void {
  if (listens) return
  listens = true
  process.on('beforeExit', () => waiting.at(-1)?.())
}

/** What `work` comes to, or what `instead` gives or throws where the event loop runs dry before. */
export async function unlessDry<T>(work: Promise<T>, instead: () => T): Promise<T> {
  listen()
  let wake = (): void => undefined
  const dry = new Promise<void>((resolve) => {
    wake = resolve
  })
  waiting.push(wake)
  try {
    return await Promise.race([work, dry.then(instead)])
  } finally {
    waiting.splice(waiting.indexOf(wake), 1)
  }
}
