/**
 * Liquidity Book: bins of one price each, in geometric steps, with a fee that grows as a pair moves and decays with
 * time. Pairs of LFJ (Trader Joe) v2.1 and v2.2 and their forks. How the amounts are verified: see README.md.
 */
import { createPartialSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { binSelectors, getPair, stepLookup } from './abi.ts'
import { binsPerSide, decodeLensRecord, load } from './load.ts'
import { toSegments } from './segments.ts'
import type { LiquidityBookState } from './state.ts'
import { swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const baseGas = 34_000
const binGas = 12_900
/** The active bin is written if it changes. */
const movedGas = 4_400
const estimateGas = (bins: number): number => baseGas + binGas * bins + (bins > 1 ? movedGas : 0)

/** For the expected gas: measured in the sandbox's pairs, where the search for the next bin passes empty ones. */
const detail = { swap: 10_000, furtherBin: 4_200 } as const

export const protocol: Protocol<LiquidityBookState> = {
  kind: 'liquidity-book',
  proof: {
    proven: true,
    by: 'LBPair of traderjoe-xyz/joe-v2, v2.1 and v2.2: 6,480 trades recorded on a local chain',
  },

  lens: { kind: 4, state: decodeLensRecord, bins: binSelectors, lookup: stepLookup, reach: binsPerSide },

  *find(venue, pair) {
    const tiers = stepLookup.tiers(venue)
    const found = yield* ask(...tiers.map(({ argument }) => getPair(venue.factory, pair, argument)))
    const tokens = pair.toSorted()
    return tiers.flatMap(({ argument: _, ...told }, i): readonly Pool[] => {
      const address = found[i]
      return address === undefined ? [] : [{ venue, address, tokens, ...told }]
    })
  },

  load,

  ...createPartialSwapMethods(swap),

  segments: (state, way) => toSegments(state, way, estimateGas),

  gas(state, trade) {
    const swapped = swap(state, trade)
    return gas(BigInt(estimateGas(typeof swapped === 'string' ? 1 : swapped.bins)))
  },

  gasDetail(state, trade) {
    const swapped = swap(state, trade)
    const bins = typeof swapped === 'string' ? 1 : swapped.bins
    return { beyond: detail.swap + detail.furtherBin * (bins - 1), cleared: 1 }
  },

  /** Others may leave less in the bins ahead: half as many more, and the one they stopped in. */
  gasRise(state, trade) {
    const swapped = swap(state, trade)
    const bins = typeof swapped === 'string' ? 1 : swapped.bins
    return binGas * Math.ceil(bins / 2) + (bins > 1 ? 0 : movedGas)
  },

  /** The adapter reads from the pair which of its tokens is the input. */
  move: ({ address }) => ({ move: 'adapter', pool: adapterAddress['liquidity-book'], target: address, data: 0 }),
}
