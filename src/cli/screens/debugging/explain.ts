import { wrapText } from '#cli/out/failure'
import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { poolTable, verdictLine } from '#cli/screens/debugging/explained-pools'
import type { TokenLookup } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { formatTable } from '#cli/screens/layout/table'
import { amountLine, differenceText, groupDigits, shareText, shortUnitsText } from '#cli/screens/layout/text'
import { padStart } from '#cli/screens/layout/width'
import type { ExplainReport } from '#cli/views/debugging/explain'
import type { ComparedPath, ExplainedPath, GapAccount, LossKind } from '#domain/debugging/explanation'
import type { Token } from '#domain/token'
import { shortAddress } from '#text/checksum'

/** Pools below the route's, unless all are requested. */
const nearPools = 12

export interface ExplainOptions {
  readonly isAll: boolean
}

export function explainLines(report: ExplainReport, screen: Screen, { isAll }: ExplainOptions): readonly string[] {
  const { bundle, explanation } = report
  const { quote, market } = bundle
  const { paint } = screen
  const heading = (text: string) => ['', `  ${paint.bold(text)}`]
  const { pools } = explanation
  const shown = isAll ? pools : pools.slice(0, pools.filter(({ reason }) => reason === undefined).length + nearPools)
  return [
    ...transactionNote(report, screen),
    `  ${report.transaction === undefined ? `Quote ${quote.id.slice(0, 8)}` : 'Best route'}: ${amountLine(quote.request.sellAmount, quote.sell)} → ${amountLine(quote.route.amountOut, quote.buy)}`,
    `  Block ${groupDigits(String(market.snapshot.block.number))} on ${sanitize(bundle.network)}`,
    ...heading('Where the price comes from'),
    ...lossLines(report, screen),
    ...heading('Paths, prices with fees'),
    ...pathTable(report, screen),
    ...heading('Compared with'),
    ...comparedLines(report),
    ...heading('What a better route could add at most'),
    ...gapLines(report, screen),
    ...heading('Checks'),
    ...guardLines(report, screen),
    ...heading(verdictLine(pools)),
    ...poolTable(shown, quote, screen),
    ...(shown.length === pools.length ? [] : [`  … and ${pools.length - shown.length} more: ${paint.next('--all')}`]),
  ]
}

/** Of a swap of another machine: what it brought, and that the rest is of a route that was searched now. */
function transactionNote({ transaction, bundle }: ExplainReport, { paint, width }: Screen): readonly string[] {
  if (transaction === undefined) return []
  const { quote, market } = bundle
  const { hash, bought, stage, mined, reason } = transaction
  const best = quote.route.amountOut
  const result =
    bought === undefined
      ? `${stage}${reason === undefined ? '' : `: ${sanitize(reason.words, 300)} (${reason.class})`}`
      : `${stage}, brought ${amountLine(bought, quote.buy)}; the best route below is ${differenceText(best, bought)}`
  const block = groupDigits(String(market.snapshot.block.number))
  const told = [
    `Swap ${hash.slice(0, 10)}… in block ${groupDigits(String(mined?.block ?? 0))}: ${result}.`,
    `Below: the best route on the state of block ${block}, approximate: earlier transactions of its own block came between.`,
  ]
  const [first = [], second = []] = told.map((text) => wrapText(text, width - 2))
  return [...first.map((line) => `  ${line}`), ...second.map((line) => `  ${paint.dim(line)}`), '']
}

const lossWords: Readonly<Record<LossKind, string>> = {
  affiliate: 'affiliate fee',
  fees: 'fees of the pools',
  impact: 'price impact: the trade moves the price',
  gas: 'gas',
  l1: 'L1 fee',
}

function lossLines({ bundle: { quote }, explanation: { loss } }: ExplainReport, { paint }: Screen): readonly string[] {
  const rows = [
    [unitsOf(loss.ideal, quote.buy), '', 'at the price of the first unit, without fees'],
    ...loss.parts.map(({ kind, value }) => [
      `− ${unitsOf(value, quote.buy)}`,
      bpsText((value / loss.ideal) * 10_000),
      lossWords[kind],
    ]),
    [unitsOf(loss.net, quote.buy), '', `${sanitizeSymbol(quote.buy.symbol)} left after gas`],
  ]
  const width = Math.max(...rows.map(([value = '']) => value.length))
  return rows.map(([value = '', bps = '', words = ''], i) => {
    const line = `  ${padStart(value, width)}  ${padStart(bps, 9)}  ${words}`
    return i === 0 || i === rows.length - 1 ? line : paint.dim(line)
  })
}

function pathTable({ bundle: { quote }, explanation: { paths } }: ExplainReport, screen: Screen): readonly string[] {
  const scale = 10 ** (quote.sell.decimals - quote.buy.decimals)
  const tokenAt = createTokenLookup(quote)
  return formatTable(
    [
      { title: 'SHARE', align: 'right' },
      { title: 'FIRST UNIT', align: 'right' },
      { title: 'AVERAGE', align: 'right' },
      { title: 'NEXT UNIT', align: 'right' },
      { title: 'PATH' },
    ],
    paths.map(({ share, first, average, next, hops }) => [
      shareText(Math.round(share / 100)),
      priceText(first * scale),
      priceText(average * scale),
      priceText(next * scale),
      hopsText(hops, tokenAt),
    ]),
    screen,
  )
}

const hopsText = (hops: ExplainedPath['hops'], tokenAt: TokenLookup): string =>
  hops
    .map(({ source, tokenOut }) => {
      const symbol = tokenAt(tokenOut)?.symbol
      return `${sanitize(source, 24)} → ${symbol === undefined ? shortAddress(tokenOut) : sanitizeSymbol(symbol)}`
    })
    .join(', ')

function comparedLines({ bundle: { quote }, explanation }: ExplainReport): readonly string[] {
  const { bestSinglePool, bestSinglePath, net } = explanation
  const tokenAt = createTokenLookup(quote)
  const line = (name: string, path: ComparedPath | undefined): string => {
    if (path === undefined) return `  ${name}  none takes the whole amount`
    const behind = bpsText((Number(net - path.net) / Number(net)) * 10_000)
    const less = net >= path.net ? `${behind} less after gas` : `${behind} after gas`
    return `  ${name}  ${shortUnitsText(path.amountOut, quote.buy)} by ${hopsText(path.hops, tokenAt)}: ${less}`
  }
  return [line('Best single pool', bestSinglePool), line('Best single path', bestSinglePath)]
}

function gapLines(
  { bundle: { quote, request }, explanation: { gap, pools } }: ExplainReport,
  { paint, width: columns }: Screen,
): readonly string[] {
  if (gap === undefined) return ['  Nothing was proven.']
  const whole = Number(gap.upperBound)
  const venueOf = new Map(pools.map(({ address, source }) => [address, source]))
  const { shown, rest } = splitSmall(gap)
  const words = ({ kind, pool }: GapAccount['parts'][number]): string => {
    if (kind === 'gas') return 'gas beyond the least that these pools can cost'
    if (kind === 'proof') return 'what the proof excludes besides, and its rounding'
    return `${sanitize(venueOf.get(pool ?? quote.router) ?? 'pool', 24)} ${pool === undefined ? '' : shortAddress(pool)}`
  }
  const rows: readonly (readonly [number, string])[] = [
    ...shown.map((part) => [part.value, words(part)] as const),
    ...(rest === 0 ? [] : [[rest, 'smaller parts of other pools'] as const]),
    [Number(gap.gap), `${sanitizeSymbol(quote.buy.symbol)} in all`],
  ]
  const cells = rows.map(
    ([value, text]) => [unitsOf(value, quote.buy), bpsText((value / whole) * 10_000), text] as const,
  )
  const width = Math.max(...cells.map(([value]) => value.length))
  const lines = cells.map(([value, bps, text], i) => {
    const line = `  ${padStart(value, width)}  ${padStart(bps, 9)}  ${text}`
    return i === cells.length - 1 ? line : paint.dim(line)
  })
  const { optimizeFor = 'netOutput' } = request
  if (optimizeFor === 'gas') return lines
  const best = amountLine(quote.route.amountOut + gap.gap, quote.buy)
  const same = optimizeFor === 'netOutput' ? 'For the same gas no' : 'No'
  const bound = `${same} route over these pools brings more than ${best}.`
  return [...lines, ...wrapText(bound, columns - 2).map((line) => `  ${line}`)]
}

/** Pools that make less than a hundredth of the gap are one line. */
function splitSmall({ parts, gap }: GapAccount) {
  const least = Math.abs(Number(gap)) / 100
  const shown = parts.filter(({ kind, value }) => kind !== 'pool' || Math.abs(value) >= least)
  const rest = parts.filter((part) => !shown.includes(part)).reduce((sum, { value }) => sum + value, 0)
  return { shown, rest }
}

function guardLines({ guards }: ExplainReport, { paint }: Screen): readonly string[] {
  const marks = { ok: paint.good('✔'), warn: paint.warn('!'), block: paint.bad('✖'), unknown: paint.dim('?') }
  return guards.map(({ id, level, value, limit }) => {
    const against =
      limit === undefined
        ? ''
        : level === 'block' && (id === 'balance' || id === 'allowance')
          ? ` of ${limit}`
          : ` (limit ${limit})`
    return `  ${marks[level]} ${id.padEnd(9)} ${value}${against}`
  })
}

/** A float of smallest units as whole tokens. */
function unitsOf(value: number, token: Pick<Token, 'decimals' | 'symbol'>): string {
  if (!Number.isFinite(value)) return 'unknown'
  const raw = BigInt(Math.round(Math.abs(value)))
  return `${value < -0.5 ? '−' : ''}${shortUnitsText(raw, token, 8)}`
}

const bpsText = (bps: number): string =>
  Number.isFinite(bps) ? `${bps < 0 ? '−' : ''}${Math.abs(bps).toFixed(2)} bp` : ''

const priceText = (price: number): string =>
  Number.isFinite(price) ? Number(price.toPrecision(8)).toString() : 'unknown'
