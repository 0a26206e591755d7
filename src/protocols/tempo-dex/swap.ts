/**
 * Output of an order book for its base token (token 0) and its quote token (token 1), order by order, with a rounding at
 * each. Source: Tempo's specification of its stablecoin DEX; compared with the implementation in anvil.
 */
import type { Trade } from '#domain/pools/protocol'

/** What remains of an order, in units of the base token, at a price in quote per base: 1 + tick / 100,000. */
export interface BookOrder {
  readonly remaining: bigint
  /** −2,000 … 2,000. */
  readonly tick: number
  /** It reappears on the other side once it is filled. */
  readonly flips: boolean
}

/** Orders in the sequence in which they are filled. */
export interface BookSide {
  readonly orders: readonly BookOrder[]
  /** False if there are more. */
  readonly isWhole: boolean
}

/** Who sells the base token fills bids, who sells the quote token fills asks. */
export interface TempoBook {
  readonly bids: BookSide
  readonly asks: BookSide
}

interface Filled {
  readonly out: bigint
  readonly side: BookSide
  /** An order was filled that reappears on the other side. */
  readonly flipped: boolean
}

export const priceScale = 100_000n

/** Quote per 100,000 base. */
const priceOf = ({ tick }: BookOrder): bigint => priceScale + BigInt(tick)

/** Quote for all of an order, rounded up. */
export const costOf = (order: BookOrder): bigint => (order.remaining * priceOf(order) + priceScale - 1n) / priceScale

/**
 * `refused` if the book cannot take all of the input, or gives nothing for it; `unknown` if more of it has to be read.
 * Whether an order that flips really reappears depends on its maker's balance: after one was filled, nothing is known of
 * the other side.
 */
export function swapBook(
  book: TempoBook,
  { from, amountIn }: Trade,
): { readonly out: bigint; readonly after: TempoBook } | 'refused' | 'unknown' {
  const sellsBase = from === 0
  const filled = sellsBase ? fill(book.bids, amountIn, takeBid) : fill(book.asks, amountIn, takeAsk)
  if (typeof filled === 'string') return filled
  if (filled.out === 0n) return 'refused'
  const other = filled.flipped ? nothingKnown : sellsBase ? book.asks : book.bids
  const after = sellsBase ? { bids: filled.side, asks: other } : { bids: other, asks: filled.side }
  return { out: filled.out, after }
}

const nothingKnown: BookSide = { orders: [], isWhole: true }

/** How much of an order the rest of the input takes, what that gives, and what of the input is left for the next one. */
type Take = (order: BookOrder, left: bigint) => { readonly filled: bigint; readonly out: bigint; readonly left: bigint }

function fill({ orders, isWhole }: BookSide, amountIn: bigint, take: Take): Filled | 'refused' | 'unknown' {
  let [left, out, flipped] = [amountIn, 0n, false]
  for (const [i, order] of orders.entries()) {
    const taken = take(order, left)
    out += taken.out
    const rest = orders.slice(i + 1)
    if (taken.filled < order.remaining) {
      const partly = { ...order, remaining: order.remaining - taken.filled }
      return { out, flipped, side: { orders: [partly, ...rest], isWhole } }
    }
    flipped ||= order.flips
    left = taken.left
    if (left === 0n) return { out, flipped, side: { orders: rest, isWhole } }
  }
  return isWhole ? 'refused' : 'unknown'
}

/** Pays quote for base, rounded down. */
const takeBid: Take = (order, left) => {
  const filled = left < order.remaining ? left : order.remaining
  return { filled, out: (filled * priceOf(order)) / priceScale, left: left - filled }
}

/** Gives base for quote. What a filled order costs is rounded up; what buys no more base stays with the book. */
const takeAsk: Take = (order, left) => {
  const base = (left * priceScale) / priceOf(order)
  if (base <= order.remaining) return { filled: base, out: base, left: 0n }
  return { filled: order.remaining, out: order.remaining, left: left - costOf(order) }
}
