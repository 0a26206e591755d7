import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import type { ComparedTrade, Comparison, FoundTrade } from '#cli/request/debugging/compare-quotes'
import { type ChartForm, drawBars, drawLines } from '#cli/screens/drawings/chart'
import { formatTable } from '#cli/screens/layout/table'
import { groupDigits, shortUnitsText } from '#cli/screens/layout/text'
import { compareRows, priceOf } from '#cli/views/debugging/compare'
import type { Token } from '#domain/token'

interface CompareReport {
  readonly by: Comparison
  readonly rows: readonly ComparedTrade[]
}

const titles: Readonly<Record<Comparison, string>> = {
  sizes: 'SIZE',
  venues: 'VENUE',
  pools: 'POOL',
  networks: 'NETWORK',
  services: 'SERVICE',
}

/** Rows side by side, each against the best one. */
export function compareLines(report: CompareReport, chart: ChartForm | undefined, screen: Screen): readonly string[] {
  const { by, rows } = report
  const behind = compareRows(rows)
  const drawing = chart === undefined ? [] : drawComparison(report, chart, screen)
  if (chart === 'svg') return drawing
  const cells = rows.map((row, i) => [
    nameOf(row),
    ...(row.found === undefined
      ? ['', '', '', sanitize(row.failure?.message ?? '', 300)]
      : [...foundCells(row.found), behindText(behind[i])]),
  ])
  const columns = [
    { title: titles[by] },
    { title: 'BUYS', align: 'right' },
    { title: 'NET OF GAS', align: 'right' },
    { title: 'POOLS', align: 'right' },
    { title: 'AGAINST THE BEST' },
  ] as const
  const isAnyPartial = rows.some(({ found }) => found?.isLowerBound)
  return [
    ...formatTable(columns, cells, screen),
    ...(isAnyPartial ? ['', '  ≥: at least; too little is recorded of some pools'] : []),
    ...(drawing.length === 0 ? [] : ['', ...drawing]),
  ]
}

const nameOf = ({ name, found }: ComparedTrade): string =>
  name === '' && found !== undefined ? amountText(found.route.amountIn, found.sell) : sanitize(name, 80)

const amountText = (raw: bigint, token: Token): string =>
  `${shortUnitsText(raw, token, 8)} ${sanitizeSymbol(token.symbol)}`

const foundCells = ({ route, buy, net, pools, isLowerBound }: FoundTrade): readonly string[] => [
  `${isLowerBound ? '≥' : ''}${amountText(route.amountOut, buy)}`,
  net === undefined ? 'unknown' : `${net < 0n ? '−' : ''}${shortUnitsText(net < 0n ? -net : net, buy, 8)}`,
  String(pools),
]

const behindText = (ppm: number | undefined): string =>
  ppm === undefined ? '' : ppm === 0 ? 'best' : `−${groupDigits((ppm / 100).toFixed(2))} bp`

function drawComparison({ by, rows }: CompareReport, chart: ChartForm, screen: Screen): readonly string[] {
  const behind = compareRows(rows)
  const found = rows.flatMap((row, i) =>
    row.found === undefined ? [] : [{ row, one: row.found, ppm: behind[i] ?? 0 }],
  )
  const [first] = found
  if (first === undefined) return []
  const [sold, bought] = [first.one.sell, first.one.buy].map(({ symbol }) => sanitizeSymbol(symbol))
  if (by !== 'sizes')
    return drawBars(
      chart,
      {
        title: `Behind the best, in basis points: ${sold} to ${bought}`,
        bars: found.map(({ row, ppm }) => ({ name: nameOf(row), value: ppm, text: (ppm / 100).toFixed(2) })),
      },
      screen,
    )
  const best = Math.max(...found.map(({ one }) => priceOf(one)))
  const points = found.map(
    ({ one }) => [Number(one.route.amountIn) / 10 ** one.sell.decimals, (1 - priceOf(one) / best) * 100] as const,
  )
  return drawLines(
    chart,
    {
      title: `Price impact: ${sold} to ${bought}, before gas`,
      x: { title: `${sold} sold`, format: (amount) => groupDigits(plain(amount)), isLogarithmic: true },
      y: { title: 'worse than the best size, in percent', format: (percent) => `${percent.toFixed(2)} %` },
      series: [{ name: `${sold} to ${bought}`, points }],
    },
    screen,
  )
}

const plain = (value: number): string => String(Number(value.toPrecision(4)))
