/** Gas of a trade with a book, which depends on the orders that it reaches. */
import type { Trade } from '#domain/pools/protocol'
import { type BookOrder, costOf, type TempoBook } from './swap.ts'

/**
 * Measured on anvil's implementation, payment included. An empty word that is filled costs 250,000: those of the adapter's
 * balances and allowance, of a new order, of a maker who was paid for the first time.
 */
export const legGas = 750_000n
const orderGas = 60_000n
/** An order that reappears on the other side is a new one there. */
const flipGas = 1_600_000n

/** Of a transaction's 2^24: what is left pays for everything else, other legs included. */
export const maxOrderGas = 10_000_000n

/** A trade over many orders, flipping ones above all, would need more gas than a transaction may have. */
export const exceedsGas = (book: TempoBook, trade: Trade): boolean => sumOrderGas(listFilled(book, trade)) > maxOrderGas

/** The orders that a trade reaches. */
export function listFilled({ bids, asks }: TempoBook, { from, amountIn }: Trade): readonly BookOrder[] {
  const { orders } = from === 0 ? bids : asks
  let left: bigint = amountIn
  const last = orders.findIndex((order) => {
    left -= from === 0 ? order.remaining : costOf(order)
    return left <= 0n
  })
  return last < 0 ? orders : orders.slice(0, last + 1)
}

export const sumOrderGas = (orders: readonly BookOrder[]): bigint =>
  orders.reduce((sum, { flips }) => sum + orderGas + (flips ? flipGas : 0n), 0n)
