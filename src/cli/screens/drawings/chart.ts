/** Charts of amounts and prices: lines over a scale, and bars for what has none; for a terminal and as SVG. */
import type { Screen } from '#cli/out/screen'
import { escapeXml, seriesColor, svgDocument, svgWidth } from '#cli/screens/drawings/svg-document'
import { columnsOf, padEnd, padStart } from '#cli/screens/layout/width'

export const chartForms = ['ascii', 'svg'] as const
export type ChartForm = (typeof chartForms)[number]

export interface LineChart {
  readonly title: string
  /** Of the axes. */
  readonly x: ChartAxis
  readonly y: Omit<ChartAxis, 'isLogarithmic'>
  readonly series: readonly ChartSeries[]
}

export interface ChartAxis {
  readonly title: string
  readonly format: (value: number) => string
  /** Equal steps are equal factors; all values are above 0. */
  readonly isLogarithmic?: boolean
}

export interface ChartSeries {
  readonly name: string
  /** Ascending by x. */
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface BarChart {
  readonly title: string
  readonly bars: readonly { readonly name: string; readonly value: number; readonly text: string }[]
}

/** Also told apart without colour. */
const marks = ['*', 'o', '+', 'x'] as const
const rows = 12

interface Scale {
  readonly min: number
  readonly max: number
  /** 0 at the minimum, 1 at the maximum. */
  readonly place: (value: number) => number
}

function createScale(values: readonly number[], { isLogarithmic }: ChartAxis): Scale {
  const to = isLogarithmic === true ? Math.log : (value: number) => value
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const span = to(max) - to(min)
  return { min, max, place: (value) => (span === 0 ? 0.5 : (to(value) - to(min)) / span) }
}

/** The vertical one begins at 0: its values are 0 or more. */
function scalesOf({ x, y, series }: LineChart): readonly [Scale, Scale] {
  const points = series.flatMap((one) => one.points)
  const [xs, ys] = [points.map(([one]) => one), points.map(([, one]) => one)]
  return [createScale(xs, x), createScale([0, ...ys], y)]
}

/** @returns nothing without points */
export function drawLines(form: ChartForm, chart: LineChart, screen: Screen): readonly string[] {
  if (chart.series.every(({ points }) => points.length === 0)) return []
  return form === 'svg' ? drawSvgLines(chart) : drawTextLines(chart, screen)
}

function drawTextLines(chart: LineChart, { width }: Screen): readonly string[] {
  const [xScale, yScale] = scalesOf(chart)
  const labels = [chart.y.format(yScale.max), chart.y.format(yScale.min)]
  const left = Math.max(...labels.map(columnsOf))
  const columns = Math.min(width, 100) - left - 5
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '))
  chart.series.forEach(({ points }, i) => {
    for (let column = 0; column < columns; column += 1) {
      const y = valueAt(points, xScale, column / (columns - 1))
      const row = y === undefined ? undefined : grid[Math.round((1 - yScale.place(y)) * (rows - 1))]
      if (row !== undefined) row[column] = marks[i % marks.length] ?? '*'
    }
  })
  const [first, last] = [chart.x.format(xScale.min), chart.x.format(xScale.max)]
  const legend =
    chart.series.length < 2 ? [] : [chart.series.map(({ name }, i) => `${marks[i % marks.length]} ${name}`)]
  return [
    `  ${chart.title}`,
    `  ${chart.y.title}`,
    ...grid.map((row, i) => {
      const label = i === 0 ? labels[0] : i === rows - 1 ? labels[1] : ''
      return `  ${padStart(label ?? '', left)} │${row.join('')}`.trimEnd()
    }),
    `  ${' '.repeat(left)} └${'─'.repeat(columns)}`,
    `  ${' '.repeat(left + 2)}${padEnd(first, Math.max(columnsOf(first) + 2, columns - columnsOf(last)))}${last}`,
    `  ${' '.repeat(left + 2)}${chart.x.title}`,
    ...legend.map((names) => `  ${' '.repeat(left + 2)}${names.join('   ')}`),
  ]
}

/** Between two points, at a place of the scale; `undefined` outside the series. */
function valueAt(points: ChartSeries['points'], scale: Scale, place: number): number | undefined {
  const after = points.findIndex(([x]) => scale.place(x) >= place - 1e-9)
  const [next, before] = [points[after], points[after - 1]]
  if (next === undefined) return undefined
  const [x1, y1] = [scale.place(next[0]), next[1]]
  if (before === undefined) return Math.abs(x1 - place) < 1e-6 ? y1 : undefined
  const x0 = scale.place(before[0])
  return x1 === x0 ? y1 : before[1] + ((y1 - before[1]) * (place - x0)) / (x1 - x0)
}

const frame = { left: 110, right: svgWidth - 24, top: 56, bottom: 330 } as const
const ticks = [0, 0.25, 0.5, 0.75, 1] as const
const round = (n: number): string => String(Math.round(n * 10) / 10)

function drawSvgLines(chart: LineChart): readonly string[] {
  const [xScale, yScale] = scalesOf(chart)
  const xAt = (place: number) => frame.left + place * (frame.right - frame.left)
  const yAt = (place: number) => frame.bottom - place * (frame.bottom - frame.top)
  const tickAt = ({ min, max }: Scale, place: number, isLogarithmic = false) =>
    isLogarithmic ? min * (max / min) ** place : min + (max - min) * place
  const text = (x: number, y: number, words: string, anchor: string) =>
    `  <text class="dim" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeXml(words)}</text>`
  const axes = ticks.flatMap((place) => [
    `  <line class="rule" x1="${frame.left}" x2="${frame.right}" y1="${round(yAt(place))}" y2="${round(yAt(place))}"/>`,
    text(frame.left - 8, yAt(place) + 4, chart.y.format(tickAt(yScale, place)), 'end'),
    text(
      xAt(place),
      frame.bottom + 20,
      chart.x.format(tickAt(xScale, place, chart.x.isLogarithmic)),
      place === 0 ? 'start' : place === 1 ? 'end' : 'middle',
    ),
  ])
  const lines = chart.series.map(({ name, points }, i) => {
    const path = points.map(([x, y]) => `${round(xAt(xScale.place(x)))},${round(yAt(yScale.place(y)))}`).join(' ')
    return `  <polyline points="${path}" fill="none" stroke="${seriesColor(i)}" stroke-width="2"><title>${escapeXml(name)}</title></polyline>`
  })
  const legend = chart.series.flatMap(({ name }, i) => [
    `  <rect x="${frame.left + i * 170}" y="376" width="12" height="12" rx="2" fill="${seriesColor(i)}"/>`,
    `  <text x="${frame.left + i * 170 + 18}" y="386">${escapeXml(name)}</text>`,
  ])
  return svgDocument(chart.title, 404, [
    text(16, 46, chart.y.title, 'start'),
    ...axes,
    ...lines,
    text(frame.right, frame.bottom + 38, chart.x.title, 'end'),
    ...legend,
  ])
}

/** Bars from 0; values are 0 or more. */
export function drawBars(form: ChartForm, chart: BarChart, screen: Screen): readonly string[] {
  const max = Math.max(0, ...chart.bars.map(({ value }) => value))
  const partOf = (value: number): number => (max === 0 ? 0 : value / max)
  if (form === 'svg') return drawSvgBars(chart, partOf)
  const names = Math.max(0, ...chart.bars.map(({ name }) => columnsOf(name)))
  const texts = Math.max(0, ...chart.bars.map(({ text }) => columnsOf(text)))
  const columns = Math.max(8, Math.min(screen.width, 100) - names - texts - 6)
  return [
    `  ${chart.title}`,
    ...chart.bars.map(({ name, value, text }) =>
      `  ${padEnd(name, names)}  ${padEnd('#'.repeat(Math.round(partOf(value) * columns)), columns)}  ${text}`.trimEnd(),
    ),
  ]
}

const [barHeight, barGap] = [22, 8] as const

function drawSvgBars({ title, bars }: BarChart, partOf: (value: number) => number): readonly string[] {
  const [left, right] = [230, svgWidth - 150]
  const lines = bars.flatMap(({ name, value, text }, i) => {
    const y = 48 + i * (barHeight + barGap)
    const width = Math.max(1, partOf(value) * (right - left))
    return [
      `  <text x="${left - 10}" y="${y + 15}" text-anchor="end">${escapeXml(name)}</text>`,
      `  <rect x="${left}" y="${y}" width="${round(width)}" height="${barHeight}" rx="2" fill="${seriesColor(0)}"/>`,
      `  <text x="${round(left + width + 8)}" y="${y + 15}">${escapeXml(text)}</text>`,
    ]
  })
  return svgDocument(title, 60 + bars.length * (barHeight + barGap), lines)
}
