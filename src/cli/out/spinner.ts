/** A sign on stderr that something is going on. Nothing of it stays on the screen. */
export interface Spinner {
  stop(): void
}

/**
 * Starts after a moment, so that what is quick never flickers and never loads the spinner's code.
 * `discardStdin` stays off: it would put the terminal in raw mode and swallow Ctrl-C.
 */
export function startSpinner(label: string, unicode: boolean): Spinner {
  let stopped = false
  let stop = (): void => undefined
  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora')
    if (stopped) return
    const spinner = ora({
      text: label,
      stream: process.stderr,
      discardStdin: false,
      spinner: unicode ? 'dots' : 'line',
    }).start()
    stop = () => spinner.stop()
  }, 120)
  timer.unref()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      stop()
    },
  }
}
