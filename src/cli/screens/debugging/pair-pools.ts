import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { reasonWords } from '#cli/screens/debugging/explained-pools'
import { type ChartForm, drawLines, type LineChart } from '#cli/screens/drawings/chart'
import { fitLines } from '#cli/screens/layout/fit'
import { formatTable } from '#cli/screens/layout/table'
import { feeText, groupDigits, percentText, shortUnitsText } from '#cli/screens/layout/text'
import { toPlain, toPrice } from '#cli/views/debugging/pair-pools'
import { type DepthStep, depthShares, type PairPool, type PairPools } from '#domain/debugging/pair-pools'
import type { Token } from '#domain/token'
import { checksum } from '#text/checksum'

interface PairPoolOptions {
  readonly chart: ChartForm | undefined
  readonly showsStates: boolean
}

/** The pools between two tokens: prices in the second one, depth in the first one. */
export function pairPoolLines(found: PairPools, screen: Screen, options: PairPoolOptions): readonly string[] {
  const { chart, showsStates } = options
  if (chart === 'svg') return drawLines('svg', depthChart(found), screen)
  const { base, quote, block, pools, skipped, middle, depth } = found
  const [of, against] = [base, quote].map(({ symbol }) => sanitizeSymbol(symbol))
  const shares = depthShares.map(percentText).join(', ')
  const price = toPrice(found, middle)
  const head = [
    `${pools.length} pools of ${of} and ${against} at block ${groupDigits(String(block.number))}`,
    ...(price === undefined ? [] : [`Middle   ${priceText(price)} ${against} for 1 ${of}, fees included`]),
    ...(pools.length === 0 ? [] : [`Depth    ${of} sold / bought until the price of a pool has moved by ${shares}`]),
  ]
  return [
    ...fitLines(
      head.map((line) => `  ${line}`),
      screen.width,
    ),
    ...(pools.length === 0 ? [] : ['', ...poolTable(found, screen)]),
    ...skipped.map(
      ({ pool, reason }) => `  ${sanitize(pool.venue.title, 24)} ${checksum(pool.address)} ${reasonWords[reason]}`,
    ),
    ...(showsStates ? pools.flatMap((pool) => stateLines(pool, screen)) : []),
    ...(chart === undefined || depth.length === 0 ? [] : ['', ...drawLines(chart, depthChart(found), screen)]),
  ]
}

const poolTable = (found: PairPools, screen: Screen): readonly string[] =>
  formatTable(
    [
      { title: 'VENUE' },
      { title: 'FEE', align: 'right' },
      { title: 'BID', align: 'right' },
      { title: 'ASK', align: 'right' },
      ...depthShares.map((share) => ({ title: percentText(share), align: 'right' as const })),
      { title: 'POOL' },
    ],
    found.pools.map((pool) => poolRow(pool, found)),
    screen,
  )

function poolRow({ pool, bid, ask, down, up }: PairPool, found: PairPools): readonly string[] {
  const price = (raw: number | undefined): string => {
    const whole = toPrice(found, raw)
    return whole === undefined ? 'none' : priceText(whole)
  }
  return [
    sanitize(pool.venue.title, 24),
    feeText(pool.feePpm),
    price(bid),
    price(ask),
    ...depthShares.map((_, i) => `${soldText(down[i], found.base)} / ${boughtText(up[i], found.base)}`),
    checksum(pool.address),
  ]
}

/** At least this, if no more of the pool is known. */
const mark = (isComplete: boolean): string => (isComplete ? '' : '≥')

const soldText = (step: DepthStep | undefined, base: Token): string =>
  step === undefined ? 'none' : `${mark(step.isComplete)}${shortUnitsText(step.amountIn, base, 4)}`

const boughtText = (step: DepthStep | undefined, base: Token): string =>
  step?.amountOut === undefined ? 'none' : `${mark(step.isComplete)}${shortUnitsText(step.amountOut, base, 4)}`

const priceText = (price: number): string => groupDigits(plainDigits(price))

/** Six significant digits, never an exponent. */
function plainDigits(value: number): string {
  if (value === 0) return '0'
  const places = Math.min(18, Math.max(0, 5 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toFixed(places)
}

function stateLines({ pool, state }: PairPool, screen: Screen): readonly string[] {
  const plain = toPlain(state)
  const entries = typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? Object.entries(plain) : []
  const shown = entries.map(([name, value]) => {
    if (Array.isArray(value) && value.length > 4) return `${name} ${value.length} entries`
    return `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`
  })
  return fitLines(
    [
      '',
      `  ${checksum(pool.address)} ${sanitize(pool.venue.title, 24)}`,
      ...shown.map((text) => `    ${sanitize(text, 400)}`),
    ],
    screen.width,
  )
}

function depthChart(found: PairPools): LineChart {
  const { base, quote, depth } = found
  const [of, against] = [base, quote].map(({ symbol }) => sanitizeSymbol(symbol))
  const scale = 10 ** base.decimals
  const points = (isSale: boolean) =>
    depth
      .filter(({ share }) => (isSale ? share <= 0 : share >= 0))
      .map(({ share, amount }) => [share * 100, amount / scale] as const)
  return {
    title: `Depth of ${of}/${against}, block ${groupDigits(String(found.block.number))}`,
    x: {
      title: 'price against the middle, fees included',
      format: (percent) => `${percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(1)} %`,
    },
    y: { title: `${of}, all pools together`, format: (amount) => groupDigits(String(Number(amount.toPrecision(3)))) },
    series: [
      { name: `${of} that can be sold`, points: points(true) },
      { name: `${of} that can be bought`, points: points(false) },
    ],
  }
}
