/** Pools whose liquidity is between ticks. */
import type { TickState } from '#amm/ticks/state'
import { sqrtPriceAtTick } from '#math/ticks/tick'
import { type FamilyDraw, type FamilyPool, type PairDraw, toPair } from './draw.ts'
import { getUnitPrice, toUnits } from './tokens.ts'

export interface TickPoolOptions {
  /** A fee for each direction. */
  readonly isDirectional?: true
  readonly linked?: true
  /** The spacing is a fact of the pool. */
  readonly facts?: true
}

const feesAndSpacings = [
  [100, 1],
  [500, 10],
  [3_000, 60],
  [10_000, 200],
] as const

export function drawTickPool(draw: FamilyDraw, options: TickPoolOptions = {}): FamilyPool {
  const [feePpm, spacing] = draw.random.pick(feesAndSpacings)
  const state = stateOf(toPair(draw), options.isDirectional ? [feePpm, feePpm] : feePpm, spacing)
  return {
    tokens: draw.pair,
    state: options.linked ? { ...state, linked: true } : state,
    feePpm,
    ...(options.facts ? { facts: { spacing } } : {}),
  }
}

const maxTick = 887_272

/** A position over all prices, and narrower ones around the current price. */
function stateOf(draw: PairDraw, feePpm: TickState['feePpm'], tickSpacing: number): TickState {
  const { random, tokens, dollars, skew } = draw
  const price = getUnitPrice(...tokens) * skew
  const tick = Math.floor(Math.log(price) / Math.log(1.0001))
  const root = sqrtPriceAtTick(tick)
  const share = BigInt(Math.floor(random() * 1_000))
  const sqrtPriceX96 = root + ((sqrtPriceAtTick(tick + 1) - root) * share) / 1_000n
  const depth = (toUnits(tokens[0], dollars) * sqrtPriceX96) >> 96n
  const last = Math.floor(maxTick / tickSpacing) * tickSpacing
  const net = new Map<number, bigint>()
  let liquidity = 0n
  const open = (from: number, to: number, amount: bigint) => {
    net.set(from, (net.get(from) ?? 0n) + amount)
    net.set(to, (net.get(to) ?? 0n) - amount)
    if (from <= tick && tick < to) liquidity += amount
  }
  open(-last, last, depth / 10n + 1n)
  for (let count = 0; count < 6; count += 1) {
    const [low, high] = [random.scale(20, 8_000), random.scale(20, 8_000)]
    const from = Math.max(-last, Math.floor((tick - low) / tickSpacing) * tickSpacing)
    const to = Math.min(last, (Math.floor((tick + high) / tickSpacing) + 1) * tickSpacing)
    if (from < to) open(from, to, depth * BigInt(Math.ceil(4_000 / (low + high))) + 1n)
  }
  const ticks = [...net].filter(([, amount]) => amount !== 0n).sort(([one], [other]) => one - other)
  return { sqrtPriceX96, tick, liquidity, tickSpacing, feePpm, ticks, knownFrom: -maxTick, knownTo: maxTick }
}
