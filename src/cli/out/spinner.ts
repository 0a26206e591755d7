import { sanitize } from '#cli/out/safe-text'

/** An activity indicator on stderr. It leaves nothing on the screen. */
export interface Spinner {
  /** Changes the label next to it. */
  setLabel(label: string): void
  /** Clears its line, for text that is to stand there; it is drawn again below. */
  clear(): void
  stop(): void
}

interface Pausable {
  pause(): void
  resume(): void
}

const running = new Set<Pausable>()
let openQuestions = 0

/** Runs `work` while no spinner draws: a question is on the screen, and its line is the terminal's last. */
export async function pauseSpinners<T>(work: () => Promise<T>): Promise<T> {
  openQuestions++
  for (const spinner of running) spinner.pause()
  try {
    return await work()
  } finally {
    openQuestions--
    if (openQuestions === 0) for (const spinner of running) spinner.resume()
  }
}

/**
 * Starts after a moment, so that quick work never flickers and never loads the spinner's code. `discardStdin` stays
 * off: it would put the terminal in raw mode and swallow Ctrl-C.
 */
export function startSpinner(label: string, unicode: boolean): Spinner {
  let stopped = false
  let stop = (): void => undefined
  let restart = (): void => undefined
  let words = toLabel(label)
  let show = (): void => undefined
  let clear = (): void => undefined
  const begin = async (): Promise<void> => {
    const { default: ora } = await import('ora')
    if (stopped) return
    const spinner = ora({
      text: words,
      stream: process.stderr,
      discardStdin: false,
      spinner: unicode ? 'dots' : 'line',
    })
    stop = () => spinner.stop()
    clear = () => spinner.clear()
    restart = () => spinner.start()
    if (openQuestions === 0) spinner.start()
    show = () => {
      spinner.text = words
    }
  }
  // a newer version may have been installed meanwhile: work goes on without a spinner
  const timer = setTimeout(() => void begin().catch(() => undefined), 120)
  timer.unref()
  const pausable = { pause: () => stop(), resume: () => restart() }
  running.add(pausable)
  return {
    setLabel(next) {
      words = toLabel(next)
      show()
    },
    clear: () => clear(),
    stop() {
      stopped = true
      running.delete(pausable)
      clearTimeout(timer)
      stop()
    },
  }
}

/** It is no line of `renderForTerminal`, and may name a token or a network. */
const toLabel = (text: string): string => sanitize(text, 200)
