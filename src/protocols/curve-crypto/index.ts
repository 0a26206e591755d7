/**
 * Curve's pools of tokens with different values: CryptoSwap with two tokens, Tricrypto, Tricrypto-NG and Twocrypto-NG.
 * Source: CurveCryptoSwap2, CurveCryptoSwap with CurveCryptoMath3, CurveTricryptoOptimized with
 * CurveCryptoMathOptimized3, CurveTwocryptoOptimized with CurveCryptoMathOptimized2 v2.1.0. How the amounts are
 * verified: see README.md.
 */
import { createSwapMethods } from '#amm/swap-methods'
import type { GasDetail, Protocol, Trade } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import type { CurveCryptoKind, CurveCryptoState } from './amounts/state.ts'
import { minPricedAmount, quoteGetDy, swap } from './amounts/swap.ts'
import { findPools } from './find-pools.ts'
import { load } from './load.ts'
import { toSegments } from './segments.ts'

/** The data of the adapter: index of the input token << 24 | of the output token. */
const soldShift = 2 ** 24

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const swapGas: Readonly<Record<CurveCryptoKind, bigint>> = {
  two: 198_000n,
  tri: 265_000n,
  'tri-ng': 268_000n,
  'two-ng': 234_000n,
}

/** Of the price scale: measured after moves of 0.05 to 5 %. Older contracts compute more prices by further trades. */
const adjustmentGas = {
  older: { least: 100_000, byShare: 600_000 },
  ng: { least: 65_000, byShare: 1_000_000 },
} as const

const isOlder = ({ kind }: CurveCryptoState): boolean => kind === 'two' || kind === 'tri'

/** For the expected gas: measured in the sandbox's pools, payments of the adapter included. */
const details: Readonly<Record<CurveCryptoKind, GasDetail>> = {
  two: { beyond: -30_000, cleared: 2 },
  tri: { beyond: -59_000, cleared: 3 },
  'tri-ng': { beyond: 14_000, cleared: 3 },
  'two-ng': { beyond: 21_500, cleared: 3 },
}

/**
 * Older contracts solve their curve by Newton's method: the more steps, the larger the trade is; of one with tiny amounts
 * they compute the price by another trade. Measured in the sandbox's pools.
 */
function estimateStepGas(state: CurveCryptoState, trade: Trade): number {
  if (!isOlder(state)) return 0
  const magnitude = Math.log10(Number(trade.amountIn) / Number(state.balances[trade.from] ?? 1n))
  if (state.kind === 'two')
    return -9_000 + 22_000 * Math.max(0, Math.min(magnitude, -2) + 3.3) + 55_000 * Math.max(0, magnitude + 2)
  const isTiny = trade.amountIn <= minPricedAmount || quoteGetDy(state, trade) <= minPricedAmount
  return -3_000 + 46_000 * Math.max(0, magnitude + 3) + (isTiny ? 42_000 : 0)
}

export const protocol: Protocol<CurveCryptoState> = {
  kind: 'curve-crypto',
  proof: {
    proven: true,
    by: 'CurveCryptoSwap2 (also of 0.3.3), CurveCryptoSwap, CurveTricryptoOptimized and CurveTwocryptoOptimized of Curve: 11,700 trades recorded on a local chain, and 43 outputs recorded by others',
  },

  find: findPools,

  load,

  ...createSwapMethods(swap, (_, { state }) => state),

  hasCurves: true,
  segments: (state, way) => toSegments(state, way, Number(swapGas[state.kind])),

  gas: ({ kind }) => gas(swapGas[kind]),

  gasDetail(state, trade) {
    const { beyond, cleared } = details[state.kind]
    return { beyond: beyond + estimateStepGas(state, trade), cleared }
  },

  /** A trade of others may let the next one adjust the pool's price scale, in more steps the further it moved. */
  gasRise(state, _trade, share) {
    const { least, byShare } = isOlder(state) ? adjustmentGas.older : adjustmentGas.ng
    return least + byShare * share
  },

  move: (pool, { from, to }) => ({
    move: 'adapter',
    pool: adapterAddress['curve-crypto'],
    target: pool.address,
    data: from * soldShift + to,
  }),
}
