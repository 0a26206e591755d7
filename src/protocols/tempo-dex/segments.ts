/** Segments of a book: a level for each price, as far as the gas of a transaction goes. */
import type { LiquiditySegments, Trade } from '#domain/pools/protocol'
import { bookToSegments, type PriceLevel } from '#math/segments/book'
import { legGas, maxOrderGas, sumOrderGas } from './gas.ts'
import { type BookOrder, priceScale, type TempoBook } from './swap.ts'

export function toSegments({ bids, asks }: TempoBook, { from }: Pick<Trade, 'from'>): LiquiditySegments {
  const { orders, isWhole } = from === 0 ? bids : asks
  const levels: PriceLevel[] = []
  let gas = 0n
  for (const ofOnePrice of groupByPrice(orders)) {
    const reached = takeAffordable(ofOnePrice, gas)
    if (reached.length > 0) levels.push(toLevel(reached, from === 0, legGas + gas + sumOrderGas(reached.slice(0, 1))))
    if (reached.length < ofOnePrice.length) return bookToSegments(levels, true)
    gas += sumOrderGas(reached)
  }
  return bookToSegments(levels, isWhole)
}

function groupByPrice(orders: readonly BookOrder[]): readonly (readonly BookOrder[])[] {
  const groups: BookOrder[][] = []
  for (const order of orders) {
    const last = groups.at(-1)
    if (last?.[0]?.tick === order.tick) last.push(order)
    else groups.push([order])
  }
  return groups
}

function takeAffordable(orders: readonly BookOrder[], spent: bigint): readonly BookOrder[] {
  let gas = spent
  const last = orders.findIndex((order) => {
    gas += sumOrderGas([order])
    return gas > maxOrderGas
  })
  return last < 0 ? orders : orders.slice(0, last)
}

/** Without the roundings of its orders, a unit each. Its gas is that of its first order, as bounds need the lowest. */
function toLevel(orders: readonly BookOrder[], sellsBase: boolean, gas: bigint): PriceLevel {
  const base = Number(orders.reduce((sum, { remaining }) => sum + remaining, 0n))
  const quote = base * (1 + (orders[0]?.tick ?? 0) / Number(priceScale))
  const [sold, bought] = sellsBase ? [base, quote] : [quote, base]
  return { sold, bought, gas: Number(gas), roundingLoss: orders.length }
}
