import { sealBrush } from '#cli/out/safe-text'

/**
 * The drawing tools of one stream. Text is drawn in Unicode; `renderForTerminal` converts it if the stream cannot show
 * it.
 */
export interface Screen {
  /** Columns: a terminal's own, else 80. */
  readonly width: number
  /** Not a terminal: a row of a table stays one line and no line is broken, for `grep` and the like. */
  readonly keepsLines?: boolean
  readonly paint: Paint
}

type Brush = (text: string) => string

/** Colour is never the only signal: painted text also carries a word or a mark. */
export interface Paint {
  readonly good: Brush
  readonly warn: Brush
  readonly bad: Brush
  /** A command to run next. */
  readonly next: Brush
  readonly dim: Brush
  readonly bold: Brush
}

const noPaint: Brush = (text) => text

/** For streams without colour, and for tests. */
export const plainPaint: Paint = {
  good: noPaint,
  warn: noPaint,
  bad: noPaint,
  next: noPaint,
  dim: noPaint,
  bold: noPaint,
}

/**
 * Brushes of the sixteen terminal colours, which every theme can make readable. Only what `renderForTerminal` prints is
 * coloured by them. chalk is loaded only here.
 */
export async function colorPaint(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  // chalk itself ignores NO_COLOR; whether to paint was decided before.
  const chalk = new Chalk({ level: 1 })
  return {
    good: sealBrush(chalk.green),
    warn: sealBrush(chalk.yellow),
    bad: sealBrush(chalk.red),
    next: sealBrush(chalk.cyan),
    dim: sealBrush(chalk.dim),
    bold: sealBrush(chalk.bold),
  }
}

/** The columns that no line may exceed, if the stream is a terminal. */
export const getLimit = ({ width, keepsLines }: Screen): number | undefined => (keepsLines ? undefined : width)
