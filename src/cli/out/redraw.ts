/** A result that is drawn again in its place on a terminal, its changed lines marked. */
import { renderForTerminal } from '#cli/out/render-for-terminal'
import type { Screen } from '#cli/out/screen'

export interface Redraw {
  draw(lines: (screen: Screen) => readonly string[]): void
  /** Removes it, so that what follows stands in its place. */
  clear(): void
}

interface RedrawContext {
  readonly write: (text: string) => void
  readonly screen: Screen
  readonly unicode: boolean
}

export function createRedraw({ write, screen, unicode }: RedrawContext): Redraw {
  let before: readonly string[] | undefined
  let height = 0
  const up = (): string => (height === 0 ? '' : `\u001b[${height}A\u001b[J`)
  return {
    draw(drawn) {
      const lines = drawn(screen)
      const text = renderForTerminal(markChanges(lines, before), unicode, screen.width)
      write(`${up()}${text}`)
      before = lines
      height = text.split('\n').length - 1
    },
    clear() {
      write(up())
      height = 0
    },
  }
}

/** `*` in front of each line that the last drawing did not have: its first column is empty on every screen. */
export const markChanges = (lines: readonly string[], before: readonly string[] | undefined): readonly string[] =>
  before === undefined
    ? lines
    : lines.map((line) => (line.startsWith(' ') && !before.includes(line) ? `*${line.slice(1)}` : line))
