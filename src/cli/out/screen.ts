/** The drawing tools of one stream. What is drawn is written in Unicode; `drawn` folds it where a stream cannot show it. */
export interface Screen {
  /** Columns. */
  readonly width: number
  readonly paint: Paint
}

type Brush = (text: string) => string

/** Colour is never the only sign: what is painted also says it in words or by a mark. */
export interface Paint {
  readonly good: Brush
  readonly warn: Brush
  readonly bad: Brush
  /** A command to run next. */
  readonly next: Brush
  readonly dim: Brush
  readonly bold: Brush
}

const plain: Brush = (text) => text

/** For streams without colour, and for tests. */
export const plainPaint: Paint = { good: plain, warn: plain, bad: plain, next: plain, dim: plain, bold: plain }

/** Brushes of the sixteen terminal colours, which every theme can make readable. Loads chalk only here. */
export async function colorPaint(): Promise<Paint> {
  const { Chalk } = await import('chalk')
  // chalk itself knows nothing of NO_COLOR; whether to paint was decided before.
  const chalk = new Chalk({ level: 1 })
  return {
    good: chalk.green,
    warn: chalk.yellow,
    bad: chalk.red,
    next: chalk.cyan,
    dim: chalk.dim,
    bold: chalk.bold,
  }
}
