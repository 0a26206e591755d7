import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { type BlockEntry, formatBlock } from '#cli/screens/layout/block'
import { formatTable } from '#cli/screens/layout/table'
import { amountLine, differenceText, groupDigits, shortUnitsText } from '#cli/screens/layout/text'
import type { ReplayReport } from '#cli/views/debugging/replay'
import type { LegMove, ReplayedRoute, Repricing } from '#domain/debugging/debugging'
import { poolsOf } from '#domain/quotes/route'
import { shortAddress } from '#text/checksum'

const nameWidth = 10

export function replayLines(report: ReplayReport, screen: Screen): readonly string[] {
  const { whatIf, at } = report
  return [
    ...formatBlock(halves(report, screen), nameWidth, screen),
    ...(whatIf === undefined ? [] : ['', ...formatBlock(whatIfRows(report, whatIf), nameWidth, screen)]),
    ...(at === undefined ? [] : ['', ...repricingLines(report, at, screen)]),
  ]
}

function halves({ bundle, app, version, replay }: ReplayReport, { paint }: Screen): readonly (readonly BlockEntry[])[] {
  const { quote } = bundle
  const { evaluated, searched } = replay
  const recorded = amountLine(quote.route.amountOut, quote.buy)
  const again =
    evaluated.amountOut === undefined ? 'a pool refuses its part' : amountLine(evaluated.amountOut, quote.buy)
  return [
    [['Recorded', `${recorded} by swapline ${sanitize(app.version)}`]],
    [['Route', evaluated.isEqual ? paint.good('the same to the smallest unit ✔') : paint.bad(`${again} ✖`)]],
    [['Search', searchText({ quote, searched, isSame: app.version === version }, paint)]],
  ]
}

interface SearchWords {
  readonly quote: ReplayReport['bundle']['quote']
  readonly searched: ReplayReport['replay']['searched']
  readonly isSame: boolean
}

function searchText({ quote, searched, isSame }: SearchWords, paint: Screen['paint']): string {
  const { found, isEqual, isSameRoute } = searched
  if (isEqual) return paint.good(isSameRoute ? 'finds the same route ✔' : 'finds another route of the same amounts ✔')
  const what = found === undefined ? 'finds no route' : `finds ${foundText(quote, found)}`
  return isSame ? paint.bad(`${what} ✖`) : paint.warn(`${what}: another version searches`)
}

/** What was sold or bought otherwise, and by how much. */
function foundText({ request, route, sell, buy }: ReplayReport['bundle']['quote'], found: ReplayedRoute): string {
  if (request.buyAmount !== undefined)
    return `${amountLine(found.route.amountIn, sell)} to sell (${differenceText(found.route.amountIn, route.amountIn)})`
  return `${amountLine(found.route.amountOut, buy)} (${differenceText(found.route.amountOut, route.amountOut)})`
}

function whatIfRows(
  { bundle: { quote } }: ReplayReport,
  { words, result }: NonNullable<ReplayReport['whatIf']>,
): readonly (readonly BlockEntry[])[] {
  const { found, narrow } = result
  const changes = words.map(({ name, value }) => sanitize(`${name} ${value}`)).join(', ')
  if (found === undefined) return [[['What if', changes]], [['Then', 'there is no route']]]
  const { route, minimumOut } = found
  return [
    [['What if', changes]],
    [['Then', foundText(quote, found)]],
    [['At least', amountLine(minimumOut, quote.buy)]],
    [['Route', `${count(route.paths.length, 'path')} over ${count(poolsOf(route).size, 'pool')}`]],
    ...(narrow.length === 0
      ? []
      : [[['Note', `too little is recorded of ${narrow.length} pools: it may be better`] as const]]),
  ]
}

function repricingLines(report: ReplayReport, at: Repricing, screen: Screen): readonly string[] {
  const { quote } = report.bundle
  const { same, changed, gone, added } = at.pools
  const later = at.seconds >= 0 ? `${at.seconds} s later` : `${-at.seconds} s earlier`
  const kept =
    at.evaluated === undefined
      ? screen.paint.bad('a pool refuses its part')
      : `${amountLine(at.evaluated, quote.buy)} (${differenceText(at.evaluated, quote.route.amountOut)})`
  return [
    ...formatBlock(
      [
        [['At', `block ${groupDigits(String(at.block))}, ${later}`]],
        [['Pools', `${changed} changed, ${same} as recorded, ${gone} gone, ${added} new`]],
        [['Route', kept]],
        [['Best now', at.found === undefined ? 'there is no route' : foundText(quote, at.found)]],
      ],
      nameWidth,
      screen,
    ),
    '',
    ...legTable(report, at.legs, screen),
  ]
}

function legTable({ bundle: { quote } }: ReplayReport, legs: readonly LegMove[], screen: Screen): readonly string[] {
  const tokenAt = createTokenLookup(quote)
  const text = (raw: bigint | undefined, leg: LegMove): string => {
    const token = tokenAt(leg.tokenOut)
    if (raw === undefined) return 'nothing'
    return token === undefined ? `raw ${raw}` : `${shortUnitsText(raw, token)} ${sanitize(token.symbol, 24)}`
  }
  return formatTable(
    [
      { title: 'POOL' },
      { title: 'VENUE' },
      { title: 'THEN', align: 'right' },
      { title: 'NOW', align: 'right' },
      { title: 'MOVED', align: 'right' },
    ],
    legs.map((leg) => [
      shortAddress(leg.pool),
      sanitize(leg.source, 24),
      text(leg.before, leg),
      text(leg.after, leg),
      leg.isChanged ? moveText(leg) : '–',
    ]),
    screen,
  )
}

const moveText = ({ before, after }: LegMove): string =>
  before === undefined || after === undefined ? 'gone' : differenceText(after, before)

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
