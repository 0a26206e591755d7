import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import { plainPaint } from '#cli/out/screen'
import { boundWords, leftWords } from '#cli/screens/debugging/explain'
import { describeVerdict, verdictLine } from '#cli/screens/debugging/explained-pools'
import { type HtmlTable, toHtmlTable, toPage } from '#cli/screens/debugging/page/html'
import { drawRoute } from '#cli/screens/drawings/distribution'
import { createPicture } from '#cli/screens/drawings/picture'
import { escapeXml, svgStyle } from '#cli/screens/drawings/svg-document'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { amountLine, differenceText, feeText, groupDigits, shareText, shortUnitsText } from '#cli/screens/layout/text'
import type { ExplainReport } from '#cli/views/debugging/explain'
import type { WhatIfResult } from '#domain/debugging/debugging'
import type { LossKind } from '#domain/debugging/explanation'
import type { WebPage } from '#domain/debugging/web-page'
import { checksum } from '#text/checksum'

/** A change of the request, and what it would have given over the same pools. */
export interface PageWhatIf {
  readonly change: string
  readonly result: WhatIfResult
}

const lossWords: Readonly<Record<LossKind, string>> = {
  affiliate: 'affiliate fee',
  fees: 'fees of the pools',
  impact: 'price impact',
  gas: 'gas',
  l1: 'L1 fee',
}

/** An explanation as one page, without any wallet's address. */
export function explainPage(report: ExplainReport, whatIfs: readonly PageWhatIf[]): WebPage {
  const { quote, market, network } = report.bundle
  const title = `${amountLine(quote.request.sellAmount, quote.sell)} → ${amountLine(quote.route.amountOut, quote.buy)}`
  const picture = createPicture(quote.route, quote, createTokenLookup(quote))
  const svg = drawRoute('svg', picture, { width: 80, paint: plainPaint }).join('\n')
  const body = [
    `<h1>${escapeXml(title)}</h1>`,
    `<p>Quote ${escapeXml(quote.id.slice(0, 8))} on ${escapeXml(sanitize(network))}, block ${groupDigits(String(market.snapshot.block.number))}.</p>`,
    svg,
    '<h2>Where the price comes from</h2>',
    toHtmlTable(lossTable(report)),
    '<h2>Paths</h2>',
    toHtmlTable(pathTable(report)),
    '<h2>What a better route could add at most</h2>',
    gapHtml(report),
    '<h2>What if</h2>',
    toHtmlTable(whatIfTable(report, whatIfs)),
    '<h2>Checks</h2>',
    toHtmlTable(guardTable(report)),
    '<h2>Pools</h2>',
    toHtmlTable(poolTable(report)),
  ]
  return toPage(title, body.join('\n'), [svgStyle])
}

/** A float of smallest units in whole tokens. */
const unitsOf = (value: number, { buy }: ExplainReport['bundle']['quote']): string =>
  Number.isFinite(value)
    ? `${value < -0.5 ? '−' : ''}${shortUnitsText(BigInt(Math.round(Math.abs(value))), buy, 8)}`
    : '?'

const number = (text: string, sortBy?: number) => ({ text, sortBy, isNumber: true })
const bps = (part: number, whole: number) => number(((part / whole) * 10_000).toFixed(2), (part / whole) * 10_000)

function lossTable({ bundle: { quote }, explanation: { loss } }: ExplainReport): HtmlTable {
  const row = (name: string, value: number) => [
    { text: name },
    number(unitsOf(value, quote), value),
    bps(value, loss.ideal),
  ]
  return {
    caption: `From the price of the first unit without fees to what is ${leftWords(loss)}`,
    columns: [
      { title: 'Part' },
      { title: sanitizeSymbol(quote.buy.symbol), isNumber: true },
      { title: 'bp', isNumber: true },
    ],
    rows: [
      row('price of the first unit, without fees', loss.ideal),
      ...loss.parts.map(({ kind, value }) => row(lossWords[kind], -value)),
      row(leftWords(loss), loss.net),
    ],
  }
}

function pathTable({ bundle: { quote }, explanation: { paths } }: ExplainReport): HtmlTable {
  const scale = 10 ** (quote.sell.decimals - quote.buy.decimals)
  const price = (raw: number) =>
    number(Number.isFinite(raw) ? Number((raw * scale).toPrecision(8)).toString() : '?', raw)
  return {
    caption: 'Prices with fees: of the first unit, on average, and of the next unit after the route',
    columns: [
      { title: 'Share', isNumber: true },
      { title: 'First', isNumber: true },
      { title: 'Average', isNumber: true },
      { title: 'Next', isNumber: true },
      { title: 'Path' },
    ],
    rows: paths.map(({ share, first, average, next, hops }) => [
      number(shareText(Math.round(share / 100)), share),
      price(first),
      price(average),
      price(next),
      { text: hops.map(({ source }) => sanitize(source, 24)).join(', ') },
    ]),
  }
}

function gapHtml({ bundle: { quote }, explanation: { gap, pools } }: ExplainReport): string {
  if (gap === undefined) return '<p>Nothing was proven.</p>'
  const whole = Number(gap.upperBound)
  const venues = new Map(pools.map(({ address, source }) => [address, source]))
  const words = {
    gas: 'gas beyond the least that these pools can cost',
    proof: 'what the proof excludes besides, and its rounding',
  }
  return toHtmlTable({
    caption: boundWords(quote, gap),
    columns: [
      { title: 'From' },
      { title: sanitizeSymbol(quote.buy.symbol), isNumber: true },
      { title: 'bp', isNumber: true },
    ],
    rows: [
      ...gap.parts.map(({ kind, pool, value }) => [
        {
          text:
            kind === 'pool' && pool !== undefined
              ? `${sanitize(venues.get(pool) ?? 'pool', 24)} ${checksum(pool)}`
              : words[kind === 'gas' ? 'gas' : 'proof'],
        },
        number(unitsOf(value, quote), value),
        bps(value, whole),
      ]),
      [{ text: 'in all' }, number(unitsOf(Number(gap.gap), quote), Number(gap.gap)), bps(Number(gap.gap), whole)],
    ],
  })
}

function whatIfTable({ bundle: { quote } }: ExplainReport, whatIfs: readonly PageWhatIf[]): HtmlTable {
  return {
    caption: 'The same search over the same pools',
    columns: [{ title: 'Change' }, { title: 'Output', isNumber: true }, { title: 'Against the quote', isNumber: true }],
    rows: whatIfs.map(({ change, result: { found, narrow } }) => {
      if (found === undefined) return [{ text: change }, number('no route'), number('')]
      const { amountOut, amountIn } = found.route
      const isSame = amountIn === quote.route.amountIn
      return [
        { text: narrow.length === 0 ? change : `${change} (too little is recorded of ${narrow.length} pools)` },
        number(amountLine(amountOut, quote.buy), Number(amountOut)),
        number(isSame ? differenceText(amountOut, quote.route.amountOut) : perUnit(found.route, quote.route)),
      ]
    }),
  }
}

/** Of the price, where another amount is sold. */
const perUnit = (
  a: { readonly amountIn: bigint; readonly amountOut: bigint },
  b: { readonly amountIn: bigint; readonly amountOut: bigint },
): string => `${differenceText(a.amountOut * b.amountIn, b.amountOut * a.amountIn)} per unit`

function guardTable({ guards }: ExplainReport): HtmlTable {
  const words = { ok: 'ok', warn: 'warning', block: 'refused', unknown: 'unknown' }
  return {
    caption: 'By the limits of the machine that wrote this page',
    columns: [{ title: 'Check' }, { title: 'Says' }, { title: 'Value' }, { title: 'Limit' }],
    rows: guards.map(({ id, level, value, limit }) => [
      { text: id },
      { text: words[level] },
      { text: value },
      { text: limit ?? '' },
    ]),
  }
}

function poolTable({ bundle: { quote }, explanation: { pools } }: ExplainReport): HtmlTable {
  const tokenAt = createTokenLookup(quote)
  return {
    caption: verdictLine(pools),
    isSortable: true,
    columns: [
      { title: 'Pool' },
      { title: 'Venue' },
      { title: 'Tokens' },
      { title: 'Fee', isNumber: true },
      { title: 'Behind, bp', isNumber: true },
      { title: 'Verdict' },
    ],
    rows: pools.map((pool) => [
      { text: checksum(pool.address) },
      { text: sanitize(pool.source, 24) },
      { text: pool.tokens.map((token) => sanitizeSymbol(tokenAt(token)?.symbol ?? checksum(token))).join('/') },
      number(feeText(pool.feePpm), pool.feePpm),
      pool.behindPpm === undefined ? number('', 1e9) : number((pool.behindPpm / 100).toFixed(2), pool.behindPpm),
      { text: describeVerdict(pool) },
    ]),
  }
}
