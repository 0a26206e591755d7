/** The drawing tools of one stream: how wide it is and what it can show. */
export interface Screen {
  readonly width: number
  readonly paint: Paint
  readonly marks: Marks
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

export interface Marks {
  readonly ok: string
  readonly bad: string
  readonly arrow: string
  readonly dash: string
  readonly ellipsis: string
  readonly atLeast: string
  readonly approx: string
  readonly dot: string
  readonly line: string
  readonly branch: string
  readonly lastBranch: string
  readonly trunk: string
  readonly flow: string
}

export const unicodeMarks: Marks = {
  ok: '✔',
  bad: '✖',
  arrow: '→',
  dash: '–',
  ellipsis: '…',
  atLeast: '≥',
  approx: '≈',
  dot: '·',
  line: '─',
  branch: '├─',
  lastBranch: '└─',
  trunk: '│',
  flow: '─►',
}

export const asciiMarks: Marks = {
  ok: 'ok',
  bad: 'x',
  arrow: '->',
  dash: '-',
  ellipsis: '..',
  atLeast: '>=',
  approx: '~',
  dot: '|',
  line: '-',
  branch: '|-',
  lastBranch: '`-',
  trunk: '|',
  flow: '->',
}

const plain: Brush = (text) => text

/** For streams without colour. */
export const plainPaint: Paint = { good: plain, warn: plain, bad: plain, next: plain, dim: plain, bold: plain }
