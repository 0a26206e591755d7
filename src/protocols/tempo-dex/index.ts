/**
 * Tempo's order books for stablecoins, a part of the chain itself. Source: Tempo's specification of its stablecoin DEX.
 * How the amounts are verified: see README.md.
 */
import { createPartialSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import type { Extent, Pool, Protocol } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Address, evm, gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { bookKey, getBookBase, getOrders, getQuoteToken, isPaused } from './abi.ts'
import { exceedsGas, legGas, listFilled, sumOrderGas } from './gas.ts'
import { toSegments } from './segments.ts'
import { swapBook, type TempoBook } from './swap.ts'

/** Orders of each side that are read: an order takes about 15,000 gas of the call, a side without any 2,000,000. */
const reach: Readonly<Record<Extent, number>> = { usual: 64, wide: 256, whole: 1_024 }

export const protocol: Protocol<TempoBook> = {
  kind: 'tempo-dex',
  proof: { proven: true, by: 'the implementation of Tempo in anvil 1.7.1' },

  *find(venue, pair) {
    const [one, other] = pair
    const [quoteOfOne, quoteOfOther, first, second] = yield* ask(
      getQuoteToken(one),
      getQuoteToken(other),
      getBookBase(venue.factory, bookKey(one, other)),
      getBookBase(venue.factory, bookKey(other, one)),
    )
    const toPool = (base: Address, quote: Address): Pool => ({
      venue,
      address: evm(bookKey(base, quote).slice(0, 42)),
      tokens: [base, quote],
      feePpm: 0,
    })
    // a token may have changed its quote token since its book was opened; swaps go by its present one
    if (quoteOfOne === other && first === one) return [toPool(one, other)]
    return quoteOfOther === one && second === other ? [toPool(other, one)] : []
  },

  *load({ venue, tokens: [base, quote] }, extent = 'usual') {
    if (base === undefined || quote === undefined) return undefined
    const query = { dex: venue.factory, base, quote, max: reach[extent] }
    const [bids, asks, ...paused] = yield* ask(
      getOrders(adapterAddress['tempo-dex'], { ...query, isBid: true }),
      getOrders(adapterAddress['tempo-dex'], { ...query, isBid: false }),
      isPaused(base),
      isPaused(quote),
    )
    if (paused.includes(true)) throw new PoolSkippedError('paused')
    if (bids === undefined || asks === undefined || bids.orders.length + asks.orders.length === 0) return undefined
    return { bids, asks }
  },

  ...createPartialSwapMethods((book, trade) => (exceedsGas(book, trade) ? 'refused' : swapBook(book, trade))),

  segments: toSegments,

  gas: (book, trade) => gas(legGas + sumOrderGas(listFilled(book, trade))),

  // The first of those it fills may be gone, so that it ends in the next one.
  gasRise(book, trade) {
    const { orders } = trade.from === 0 ? book.bids : book.asks
    return Number(sumOrderGas(orders.slice(0, listFilled(book, trade).length + 1).slice(-1)))
  },

  move: ({ venue }) => ({ move: 'adapter', pool: adapterAddress['tempo-dex'], target: venue.factory, data: 0 }),
}
