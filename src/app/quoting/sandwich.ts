/**
 * What a sandwich could take from a swap: an attacker trades in the route's pools in the swap's direction right before it,
 * and back right after it.
 *
 * Counted is every attacker who trades any amount in any of the route's pools and sells back in each what he bought there,
 * with our swap between, as far as it still brings its minimum. Not counted: his gas (he takes less), and arbitrage with
 * other pools after the swap, which takes nothing from it.
 */
import type { Pool, Protocols } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Leg, Route } from '#domain/quotes/route'
import { type Address, type Amount, amount } from '#domain/units'

/** One attack on one pool: what it costs the swap, and what it brings. */
interface Attack {
  /** Of the route's output, as a float in its smallest units. */
  readonly loss: number
  /** In the route's input token, as a float in its smallest units. */
  readonly profit: number
}

type AttackOn = (amountIn: bigint) => Attack | undefined

/** Amounts tried in each pool, geometrically spaced, before the best is narrowed down. */
const samples = 32
const refinements = 10
const doublings = 40
/** Halvings between the last size that leaves the minimum and the first that does not. */
const bisections = 12
/** For what lies between the amounts tried, where prices jump, and for tokens worth more than what the route paid. */
const margin = 1.03

/**
 * The most that an attacker can gain, in smallest units of the route's input token, rounded up. It is a bound, not an
 * attack: by duality, at any price of the output that the swap loses, no attack within the slippage gains more than the
 * best one without that limit plus the price of the whole slippage.
 * @returns `undefined` for a route without legs, or with a pool whose state the snapshot does not hold
 */
export function boundSandwich(
  protocols: Protocols,
  snapshot: Pick<Snapshot, 'pools'>,
  route: Route,
  minimumOut: Amount,
): Amount | undefined {
  const states = new Map(snapshot.pools.map(({ pool, state }) => [pool.address, state]))
  const attacks = createAttacks(protocols, states, route)
  if (attacks === undefined || attacks.length === 0) return undefined
  const allowance = Number(route.amountOut - minimumOut)
  if (allowance <= 0) return amount(0n)
  const curves = attacks.map(({ attack, leg }) => sampleAttacks(attack, leg, allowance))
  const price = findPrice(curves, allowance)
  const gains = attacks.map(({ attack }, i) => maximizeGain(attack, curves[i] ?? [], price))
  const bound = price * allowance + gains.reduce((sum, gain) => sum + gain, 0)
  const rounding = attacks.reduce((sum, { unit }) => sum + unit, 0)
  return amount(BigInt(Math.ceil(bound * margin + rounding)))
}

interface LegAttack {
  readonly leg: Leg
  readonly attack: AttackOn
  /** What the roundings of the pool's trades can bring: two units of each of its tokens, in the route's input. */
  readonly unit: number
}

function createAttacks(
  protocols: Protocols,
  states: ReadonlyMap<Address, unknown>,
  route: Route,
): readonly LegAttack[] | undefined {
  const values = computeInputValues(route)
  const weights = computeOutputWeights(protocols, states, route)
  const attacks: LegAttack[] = []
  for (const leg of route.legs) {
    const protocol = protocols.get(leg.pool.venue.protocol)
    const state = states.get(leg.pool.address)
    if (protocol === undefined || state === undefined) return undefined
    const value = values.get(leg.tokenIn) ?? 0
    const weight = weights.get(leg.tokenOut) ?? 0
    const [from, to] = endsOf(leg)
    attacks.push({
      leg,
      unit: 2 * value * (1 + Number(leg.amountIn) / Number(leg.amountOut)),
      attack(amountIn) {
        const front = { from, to, amountIn: amount(amountIn) }
        const bought = protocol.amountOut(state, front)
        if (bought === undefined || bought <= 0n) return undefined
        const moved = protocol.stateAfter(state, front)
        const swap = { from, to, amountIn: leg.amountIn }
        const received = protocol.amountOut(moved, swap)
        if (received === undefined) return undefined
        const back = protocol.amountOut(protocol.stateAfter(moved, swap), { from: to, to: from, amountIn: bought })
        if (back === undefined) return undefined
        return { loss: Number(leg.amountOut - received) * weight, profit: Number(back - amountIn) * value }
      },
    })
  }
  return attacks
}

/** What a unit of each token cost in the route's input, on average: what it was bought for. */
function computeInputValues({ tokenIn, legs }: Route): ReadonlyMap<Address, number> {
  const values = new Map<Address, number>([[tokenIn, 1]])
  const sums = new Map<Address, { paid: number; bought: number }>()
  for (const leg of legs) {
    const { paid, bought } = sums.get(leg.tokenOut) ?? { paid: 0, bought: 0 }
    const sum = {
      paid: paid + Number(leg.amountIn) * (values.get(leg.tokenIn) ?? 0),
      bought: bought + Number(leg.amountOut),
    }
    sums.set(leg.tokenOut, sum)
    if (leg.tokenOut !== tokenIn) values.set(leg.tokenOut, sum.paid / sum.bought)
  }
  return values
}

/**
 * What a missing unit of each token takes from the route's output, at the margin, where it takes least: so no loss is
 * overstated, and no attack that keeps to the minimum is left out.
 */
function computeOutputWeights(
  protocols: Protocols,
  states: ReadonlyMap<Address, unknown>,
  { tokenOut, legs }: Route,
): ReadonlyMap<Address, number> {
  const weights = new Map<Address, number>([[tokenOut, 1]])
  for (const leg of [...legs].reverse()) {
    const margin = computeMargin(protocols, states.get(leg.pool.address), leg) * (weights.get(leg.tokenOut) ?? 0)
    if (leg.tokenIn === tokenOut) continue
    weights.set(leg.tokenIn, Math.min(weights.get(leg.tokenIn) ?? Number.POSITIVE_INFINITY, margin))
  }
  return weights
}

/** Output per unit of input of the last thousandth of a leg. */
function computeMargin(protocols: Protocols, state: unknown, leg: Leg): number {
  const [from, to] = endsOf(leg)
  const part = leg.amountIn / 1_000n
  const less = protocols
    .get(leg.pool.venue.protocol)
    ?.amountOut(state, { from, to, amountIn: amount(leg.amountIn - part) })
  if (part === 0n || less === undefined) return Number(leg.amountOut) / Number(leg.amountIn)
  return Number(leg.amountOut - less) / Number(part)
}

const endsOf = ({ pool, tokenIn, tokenOut }: Leg): readonly [from: number, to: number] => [
  indexIn(pool, tokenIn),
  indexIn(pool, tokenOut),
]

const indexIn = ({ tokens }: Pool, token: Address): number => tokens.indexOf(token)

interface Sample extends Attack {
  readonly amountIn: bigint
}

/** Attacks of growing size on one pool: up to the first one that costs more than the slippage allows, and closely below. */
function sampleAttacks(attack: AttackOn, leg: Leg, allowance: number): readonly Sample[] {
  const found: Sample[] = []
  const weigh = (amountIn: bigint): boolean => {
    const one = amountIn > 0n ? attack(amountIn) : undefined
    if (one !== undefined) found.push({ amountIn, ...one })
    return one !== undefined && one.loss <= allowance
  }
  let [low, high] = [0n, leg.amountIn >> 10n || 1n]
  for (let i = 0; i < doublings && weigh(high); i++) [low, high] = [high, high * 2n]
  for (let i = 0; i < bisections && high - low > 1n; i++) {
    const middle = (low + high) / 2n
    if (weigh(middle)) low = middle
    else high = middle
  }
  for (let i = 1; i <= samples; i++) weigh((low * BigInt(i)) / BigInt(samples + 1))
  return found.sort((a, b) => (a.amountIn < b.amountIn ? -1 : 1))
}

/** The price of a unit of lost output at which the best attacks together cost what the slippage allows. */
function findPrice(curves: readonly (readonly Sample[])[], allowance: number): number {
  const lossAt = (price: number): number => curves.reduce((sum, curve) => sum + (bestOf(curve, price)?.loss ?? 0), 0)
  if (lossAt(0) <= allowance) return 0
  const ratios = curves.flatMap((curve) =>
    curve.filter(({ loss }) => loss > 0).map(({ profit, loss }) => profit / loss),
  )
  let [low, high] = [0, Math.max(0, ...ratios)]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (lossAt(middle) > allowance) low = middle
    else high = middle
  }
  return high
}

const gainOf = ({ profit, loss }: Attack, price: number): number => profit - price * loss

function bestOf(curve: readonly Sample[], price: number): Sample | undefined {
  let best: Sample | undefined
  let most = 0
  for (const one of curve) {
    const gain = gainOf(one, price)
    if (!(gain > most)) continue
    most = gain
    best = one
  }
  return best
}

/** The largest gain of one pool's attacks at a price: the best sample, narrowed down between its neighbours. */
function maximizeGain(attack: AttackOn, curve: readonly Sample[], price: number): number {
  const best = bestOf(curve, price)
  if (best === undefined) return 0
  const at = curve.indexOf(best)
  let low = curve[at - 1]?.amountIn ?? 0n
  let high = curve[at + 1]?.amountIn ?? best.amountIn * 2n
  let gain = gainOf(best, price)
  const tryAt = (amountIn: bigint): number => {
    const one = attack(amountIn)
    const found = one === undefined ? Number.NEGATIVE_INFINITY : gainOf(one, price)
    gain = Math.max(gain, found)
    return found
  }
  for (let i = 0; i < refinements && high - low > 2n; i++) {
    const third = (high - low) / 3n || 1n
    if (tryAt(low + third) < tryAt(high - third)) low += third
    else high -= third
  }
  return gain
}
