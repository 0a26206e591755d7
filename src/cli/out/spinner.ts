/** An activity indicator on stderr. It leaves nothing on the screen. */
export interface Spinner {
  /** Changes the label next to it. */
  setLabel(label: string): void
  stop(): void
}

/**
 * Starts after a moment, so that quick work never flickers and never loads the spinner's code. `discardStdin` stays
 * off: it would put the terminal in raw mode and swallow Ctrl-C.
 */
export function startSpinner(label: string, unicode: boolean): Spinner {
  let stopped = false
  let stop = (): void => undefined
  let words = label
  let show = (): void => undefined
  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora')
    if (stopped) return
    const spinner = ora({
      text: words,
      stream: process.stderr,
      discardStdin: false,
      spinner: unicode ? 'dots' : 'line',
    }).start()
    stop = () => spinner.stop()
    show = () => {
      spinner.text = words
    }
  }, 120)
  timer.unref()
  return {
    setLabel(next) {
      words = next
      show()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      stop()
    },
  }
}
