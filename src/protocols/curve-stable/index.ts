/**
 * Curve's pools of tokens of one price: StableSwap with 2 to 4 tokens, StableSwap-NG with up to 8, and metapools over
 * these. Source: StableSwap of 3pool and of the pool templates, CurveStableSwapNG, CurveStableSwapMetaNG. How the
 * amounts are verified: see README.md.
 */
import { createSwapMethods } from '#amm/swap-methods'
import type { Pool, Protocol, Trade } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import type { CurveStableState } from './amounts/state.ts'
import { classifyTrade, computeTrade } from './amounts/trade.ts'
import { findPools } from './find-pools.ts'
import { load } from './load.ts'
import { isStableSwapNg } from './read-pool.ts'
import { toSegments } from './segments.ts'

type SwapDirection = Pick<Trade, 'from' | 'to'>

/**
 * The data of the adapter: 1 if it trades tokens of the base pool << 41 | 1 for a StableSwap-NG << 40 | index of the
 * input token << 24 | of the output token.
 */
const [belowShift, newShift, soldShift] = [2 ** 41, 2 ** 40, 2 ** 24]

/** In a metapool's underlying trades the share has no index. */
function encodeAdapterData(pool: Pool, { from, to }: SwapDirection): number {
  const way = pool.base === undefined ? 'own' : classifyTrade({ from, to })
  const kind = isStableSwapNg(pool) ? newShift : 0
  if (way === 'own') return kind + from * soldShift + to
  // for two tokens it does not trade, both indexes are 0, which the contract refuses
  if (way === undefined) return kind
  return belowShift + kind + (way === 'in' ? (from - 1) * soldShift : to - 1)
}

interface GasCost {
  readonly base: bigint
  readonly token: bigint
}

type Kind = 'plain' | 'ng'

/**
 * Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter; oracles
 * rewritten.
 */
const swapGas: Readonly<Record<Kind, GasCost>> = {
  plain: { base: 84_000n, token: 6_000n },
  ng: { base: 69_000n, token: 14_600n },
}

/** The same for a base pool: reading the value of a share, and depositing or withdrawing a token. */
const baseSwapGas: Readonly<Record<Kind, Readonly<Record<'price' | 'in' | 'out', GasCost>>>> = {
  plain: {
    price: { base: 13_000n, token: 4_000n },
    in: { base: 68_000n, token: 8_000n },
    out: { base: 64_000n, token: 4_000n },
  },
  ng: {
    price: { base: 17_500n, token: 6_700n },
    in: { base: 45_000n, token: 28_000n },
    out: { base: 55_000n, token: 16_500n },
  },
}

const kindOf = ({ offpegE10 }: CurveStableState): Kind => (offpegE10 === undefined ? 'plain' : 'ng')

const computeGasCost = ({ base, token }: GasCost, { balances }: CurveStableState): bigint =>
  base + token * BigInt(balances.length)

/** A cached rate is not read. */
function estimateGas(state: CurveStableState, trade: SwapDirection): bigint {
  const own = computeGasCost(swapGas[kindOf(state)], state)
  if (state.over === undefined) return own
  const { base, keepsRate } = state.over
  const below = baseSwapGas[kindOf(base)]
  const way = classifyTrade(trade) ?? 'own'
  const price = keepsRate ? 0n : computeGasCost(below.price, base)
  return own + price + (way === 'own' ? 0n : computeGasCost(below[way], base))
}

export const protocol: Protocol<CurveStableState> = {
  kind: 'curve-stable',
  proof: {
    proven: true,
    by: 'StableSwap3Pool, SwapTemplateBase, CurveStableSwapNG and CurveStableSwapMetaNG of Curve: 14,436 trades recorded on a local chain, and 174 outputs recorded by others',
  },

  find: findPools,

  load,

  ...createSwapMethods(computeTrade, (_, { next }) => next),

  hasCurves: true,
  segments: (state, way) => toSegments(state, way, Number(estimateGas(state, way))),

  gas: (state, trade) => gas(estimateGas(state, trade)),

  /** Through the pool below, the adapter of the metapool's own clears another slot. */
  gasDetail: ({ over }, trade) =>
    over === undefined || (classifyTrade(trade) ?? 'own') === 'own'
      ? { beyond: 9_000, cleared: 2 }
      : { beyond: 26_000, cleared: 3 },

  move: (pool, trade) => ({
    move: 'adapter',
    pool: adapterAddress['curve-stable'],
    target: pool.address,
    data: encodeAdapterData(pool, trade),
  }),
}
