/**
 * A bot that sandwiches a swap as well as it can: it tries sizes on the chain itself, pool by pool and several at once, and
 * keeps what brings most. It knows no pool's arithmetic: only what the chain pays.
 */

import { uintAt } from '#domain/calls/words'
import type { Chain, SimulatedCall } from '#domain/chain/port'
import type { Payload } from '#domain/payload'
import type { Protocol } from '#domain/pools/protocol'
import type { Quote } from '#domain/quotes/quote'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, nativeToken, seconds, wei } from '#domain/units'
import { encodeSwap } from '#encoding/swap/encode'
import { all } from '#protocols/all.gen'

/** Every family, trusted or not: the bot takes whatever the chain offers. */
const protocols = new Map<string, Protocol<unknown>>(all.map((one: Protocol<unknown>) => [one.kind, one]))

type Call = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

export interface Victim {
  readonly quote: Quote
  readonly payload: Call
}

/** How much goes into each leg's pool before the swap. */
export type Attack = ReadonlyMap<Leg, bigint>

export interface Outcome {
  /** In the token that the swap sells, at the prices of its route; never below 0: a bot need not attack. */
  readonly profit: number
  readonly tries: number
}

interface Battle {
  readonly chain: Chain
  readonly bot: Address
  readonly victim: Victim
  readonly values: ReadonlyMap<Address, number>
}

/** The largest profit that the bot finds. */
export async function findBestSandwich(
  chain: Chain,
  bot: Address,
  victim: Victim,
  random: () => number,
): Promise<Outcome> {
  const battle = { chain, bot, victim, values: valueTokens(victim.quote) }
  const found: { leg: Leg; size: bigint; profit: number }[] = []
  let tries = 0
  let best = 0
  const attempt = async (attack: Attack): Promise<number> => {
    tries++
    const profit = await playAttack(battle, attack)
    best = Math.max(best, profit)
    return profit
  }
  for (const leg of victim.quote.route.legs) {
    const single = await climb(leg, (size) => attempt(new Map([[leg, size]])))
    if (single.profit > 0) found.push({ leg, ...single })
  }
  found.sort((a, b) => b.profit - a.profit)
  // several pools at once: what is best alone, made smaller by chance until the swap still succeeds
  for (let i = 0; i < 12 && found.length > 1; i++) {
    const chosen = found.slice(0, 2 + Math.floor(random() * Math.min(4, found.length - 1)))
    const attack = new Map(
      chosen.map(({ leg, size }) => [leg, (size * BigInt(1 + Math.floor(random() * 1_000))) / 1_000n]),
    )
    await attempt(attack)
  }
  return { profit: best, tries }
}

/** Doubles the size while the swap succeeds, then narrows down the most profitable one. */
async function climb(leg: Leg, attempt: (size: bigint) => Promise<number>): Promise<Sized> {
  let best: Sized = { size: 0n, profit: 0 }
  const weigh = async (size: bigint): Promise<number> => {
    const profit = size > 0n ? await attempt(size) : Number.NEGATIVE_INFINITY
    if (profit > best.profit) best = { size, profit }
    return profit
  }
  let size = leg.amountIn / 64n || 1n
  while (size < leg.amountIn * 4_096n && (await weigh(size)) > Number.NEGATIVE_INFINITY) size *= 2n
  for (let width = size / 4n; width > leg.amountIn / 4_096n; width /= 2n) {
    const around = best.size
    await weigh(around - width)
    await weigh(around + width)
  }
  return best
}

interface Sized {
  readonly size: bigint
  readonly profit: number
}

/** @returns -Infinity if the chain refuses one of the transactions, the swap's own above all */
async function playAttack({ chain, bot, victim, values }: Battle, attack: Attack): Promise<number> {
  const legs = [...attack]
  const fronts = legs.map(([leg, size]) => tradeCall(bot, victim.quote, leg, { size, isBack: false }))
  const first = await execute(chain, fronts)
  if (first === undefined) return Number.NEGATIVE_INFINITY
  const bought = first.map(({ data }) => uintAt(data, 0))
  const backs = legs.map(([leg], i) => tradeCall(bot, victim.quote, leg, { size: bought[i] ?? 0n, isBack: true }))
  const all = await execute(chain, [...fronts, victim.payload, ...backs])
  if (all === undefined) return Number.NEGATIVE_INFINITY
  const received = all.slice(fronts.length + 1).map(({ data }) => uintAt(data, 0))
  return legs.reduce(
    (sum, [leg, size], i) => sum + Number((received[i] ?? 0n) - size) * (values.get(leg.tokenIn) ?? 0),
    0,
  )
}

async function execute(chain: Chain, calls: readonly Call[]): Promise<readonly SimulatedCall[] | undefined> {
  const done = await chain.simulateCalls(calls)
  if (done === undefined) throw new Error('the node does not simulate')
  return done.every(({ ok }) => ok) ? done : undefined
}

/** A trade of the bot through our router, over one pool, for whatever it gives. */
function tradeCall(
  bot: Address,
  quote: Quote,
  leg: Leg,
  { size, isBack }: { readonly size: bigint; readonly isBack: boolean },
): Call {
  const [tokenIn, tokenOut] = isBack ? [leg.tokenOut, leg.tokenIn] : [leg.tokenIn, leg.tokenOut]
  const { pool } = leg
  const trade = { from: pool.tokens.indexOf(tokenIn), to: pool.tokens.indexOf(tokenOut), amountIn: amount(size) }
  const move = protocols.get(pool.venue.protocol)?.move(pool, trade)
  if (move === undefined) throw new Error(`no family ${pool.venue.protocol}`)
  const only = { pool, move, tokenIn, tokenOut, share32: wholeShare, amountIn: amount(size), amountOut: amount(1n) }
  const single = {
    router: quote.router,
    chainId: quote.chainId,
    request: { sell: tokenIn, buy: tokenOut, sellAmount: amount(size), affiliate: undefined },
    route: { tokenIn, tokenOut, legs: [only] },
  }
  const data = encodeSwap({
    quote: single,
    recipient: bot,
    minimumOut: amount(1n),
    deadline: seconds(quote.block.time + 100_000),
    throughRouter: true,
  })
  return { from: bot, to: quote.router, data, value: wei(0n) }
}

/** What the route paid for a unit of each token, in the token that it sells. */
function valueTokens({ route }: Quote): ReadonlyMap<Address, number> {
  const values = new Map<Address, number>([[route.tokenIn, 1]])
  for (const token of new Set(route.legs.map(({ tokenOut }) => tokenOut))) {
    if (token === route.tokenIn || token === nativeToken) continue
    const into = route.legs.filter(({ tokenOut }) => tokenOut === token)
    const paid = into.reduce((sum, leg) => sum + Number(leg.amountIn) * (values.get(leg.tokenIn) ?? 0), 0)
    values.set(token, paid / into.reduce((sum, leg) => sum + Number(leg.amountOut), 0))
  }
  return values
}
