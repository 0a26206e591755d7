/**
 * Vectors of balancer/balancer-maths (MIT): a pool's state at a block, and swaps of exact input (0) or exact output
 * (1), each on that state, with the answers of the chain's own contracts.
 */
import type { BalancerV3State } from '#protocols/balancer-v3/state'
import { swapExactIn, swapExactOut } from '#protocols/balancer-v3/swap'
import { answerBuffer } from './balancer-buffer.ts'
import { number, type RecordedPool, type Swap, tradeWords } from './balancer-recording.ts'
import type { Answer, Format, ParsedVectors } from './finding.ts'

interface Hook {
  readonly type: string
  readonly dynamicData?: Readonly<Record<string, string>>
}

/** Why the other types of pools are not supported, here and on the chain. */
const unsupported: Readonly<Record<string, string>> = {
  QUANT_AMM_WEIGHTED: 'QuantAMM: its weights move with every second',
  GYROE: 'Gyroscope E-CLP: its curve is not built in',
  RECLAMM: 'ReClamm: its virtual balances move with every second',
  RECLAMM_V2: 'ReClamm: its virtual balances move with every second',
  FIXED_PRICE_LBP: 'a sale at a fixed price: open for a time, one way only',
}

export const balancerMaths: Format = (content) => {
  if (!isRecording(content)) return undefined
  const { pool, swaps } = content
  if (pool.poolType === 'Buffer') {
    return { protocol: 'balancer-v3', answers: swaps.map((swap) => answerBuffer(pool, swap)) }
  }
  const reason = unsupported[pool.poolType]
  return reason === undefined ? answersOf(pool, swaps) : { unsupported: reason }
}

function answersOf(pool: RecordedPool, swaps: readonly Swap[]): ParsedVectors {
  const state = stateOf(pool)
  if (typeof state === 'string') return { unsupported: state }
  return { protocol: 'balancer-v3', answers: swaps.map((swap) => answerOf(state, pool, swap)) }
}

function answerOf(state: BalancerV3State, pool: RecordedPool, swap: Swap): Answer {
  const way = { from: indexOf(pool, swap.tokenIn), to: indexOf(pool, swap.tokenOut) }
  const given = BigInt(swap.amountRaw)
  const trade = tradeWords(swap)
  const recorded = BigInt(swap.outputRaw)
  if (swap.swapKind === 0) return { trade, recorded, ours: swapExactIn(state, way, given).amountOut }
  return { trade, recorded, ours: swapExactOut(state, way, given).amountIn }
}

const indexOf = ({ tokens }: RecordedPool, token: string): number =>
  tokens.findIndex((one) => one.toLowerCase() === token.toLowerCase())

/** Our state of a recorded pool; a reason if it is not supported. */
function stateOf(pool: RecordedPool): BalancerV3State | string {
  const curve = curveOf(pool)
  if (typeof curve === 'string') return curve
  const hook = pool['hook'] as Hook | undefined
  if (hook !== undefined && hook.type !== 'STABLE_SURGE') return `a hook of the type ${hook.type}`
  const surge = hook?.dynamicData
  return {
    tokens: tokensOf(pool),
    curve,
    swapFee: number(pool['swapFee']),
    aggregateSwapFee: number(pool['aggregateSwapFee'] ?? '0'),
    leastTrade: 1_000_000n,
    ...(surge && {
      surge: {
        threshold: number(surge['surgeThresholdPercentage']),
        maxFee: number(surge['maxSurgeFeePercentage']),
      },
    }),
  }
}

function curveOf(pool: RecordedPool): BalancerV3State['curve'] | string {
  if (pool.poolType === 'STABLE') return { type: 'stable', amplification: number(pool['amp']) }
  // For a sale the weights at that second are recorded; its pool is of the first release.
  const weights = pool['weights']
  if (!Array.isArray(weights)) return `a pool of the type ${pool.poolType}`
  return { type: 'weighted', weights: weights.map(number), leastBalances: undefined }
}

/**
 * Scaled balances are recorded, raw ones are not: the least raw balance that scales to the recorded one gives the same
 * result.
 */
function tokensOf(pool: RecordedPool): BalancerV3State['tokens'] {
  const list = (field: string) => (pool[field] as readonly string[]).map(BigInt)
  const [lives, scalings, rates] = [list('balancesLiveScaled18'), list('scalingFactors'), list('tokenRates')]
  return lives.map((live, i) => {
    const [scaling = 1n, rate = 1n] = [scalings[i], rates[i]]
    const unit = scaling * rate
    return { raw: (live * 10n ** 18n + unit - 1n) / unit, scaling, rate }
  })
}

function isRecording(content: unknown): content is { readonly pool: RecordedPool; readonly swaps: readonly Swap[] } {
  return typeof content === 'object' && content !== null && 'pool' in content && 'swaps' in content
}
