/** States of pools with curves of their own, vaults, modules and books, near the tokens' prices. */
import type { BalancerV2State } from '#protocols/balancer-v2/state'
import type { BalancerV3State } from '#protocols/balancer-v3/state'
import type { CurveCryptoState } from '#protocols/curve-crypto/amounts/state'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import type { DodoState } from '#protocols/dodo-v2/state'
import type { Erc4626State } from '#protocols/erc4626/swap'
import type { LidoState } from '#protocols/lido/swap'
import type { PsmState } from '#protocols/psm/swap'
import type { StableSwapState } from '#protocols/stable-swap/state'
import type { TempoBook } from '#protocols/tempo-dex/swap'
import type { PairDraw } from './pair-states.ts'
import type { Random } from './random.ts'
import { type GeneratedToken, getUnitPrice, toUnits } from './tokens.ts'

const wad = 10n ** 18n

export interface PoolDraw {
  readonly random: Random
  readonly tokens: readonly GeneratedToken[]
  /** Of each token in the pool. */
  readonly dollars: number
}

const scaleOf = ({ decimals }: GeneratedToken): bigint => 10n ** BigInt(18 - decimals)
/** Amounts within a few percent of each other. */
const drawBalances = ({ random, tokens, dollars }: PoolDraw) =>
  tokens.map((token) => toUnits(token, dollars * random.between(0.97, 1.03)))

export function balancerV2State(draw: PoolDraw, isStable: boolean): BalancerV2State {
  const { random, tokens, dollars } = draw
  const raw = isStable
    ? drawBalances(draw)
    : tokens.map((token) => toUnits(token, dollars * random.between(0.9999, 1.0001)))
  return {
    tokens: tokens.map((token, i) => ({ raw: raw[i] ?? 1n, scaling: scaleOf(token) * wad })),
    curve: isStable
      ? { type: 'stable', amplification: 200_000n }
      : { type: 'weighted', weights: evenWeights(tokens.length), isFirst: false },
    swapFee: isStable ? 10n ** 14n : 3n * 10n ** 15n,
  }
}

export function balancerV3State(draw: PoolDraw, isStable: boolean): BalancerV3State {
  const { tokens, curve, swapFee } = balancerV2State(draw, isStable)
  return {
    tokens: tokens.map(({ raw }, i) => ({
      raw,
      scaling: 10n ** BigInt(18 - (draw.tokens[i]?.decimals ?? 18)),
      rate: wad,
    })),
    curve: curve.type === 'stable' ? curve : { type: 'weighted', weights: curve.weights, leastBalances: undefined },
    swapFee,
    aggregateSwapFee: wad / 2n,
    leastTrade: 1_000_000n,
  }
}

const evenWeights = (count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, i) => wad / BigInt(count) + (i === 0 ? wad % BigInt(count) : 0n))

export function curveStableState(draw: PoolDraw): CurveStableState {
  return {
    balances: drawBalances(draw),
    rates: draw.tokens.map((token) => scaleOf(token) * wad),
    amplification: BigInt(Math.round(draw.random.scale(100, 2_000))) * 100n,
    precision: 100n,
    dividedOnce: false,
    feeE10: 1_000_000n,
    adminFeeE10: 5_000_000_000n,
  }
}

/** A metapool: its own token against shares of a pool below it. */
export function metaPoolState(draw: PoolDraw, base: CurveStableState): CurveStableState {
  const own = draw.tokens[0]
  if (own === undefined) throw new RangeError('a metapool has a token of its own')
  const held = toUnits(own, draw.dollars)
  const supply = base.balances.reduce((sum, balance, i) => sum + (balance * (base.rates[i] ?? wad)) / wad, 0n)
  return {
    ...curveStableState(draw),
    balances: [held, (held * scaleOf(own) * 98n) / 100n],
    rates: [scaleOf(own) * wad, (wad * 101n) / 100n],
    over: { base, supply: (supply * 100n) / 101n, keepsRate: false },
  }
}

/** At the pool's own prices: then D is the sum of the balances' values. */
export function curveCryptoState({ random, tokens, dollars }: PoolDraw): CurveCryptoState {
  const [first] = tokens
  if (first === undefined) throw new RangeError('no tokens')
  const priceScale = tokens
    .slice(1)
    .map(({ dollars: price }) => BigInt(Math.round((price / first.dollars) * 1e9)) * 10n ** 9n)
  const value = toUnits(first, dollars) * scaleOf(first)
  const precisions = tokens.map(scaleOf)
  const isTwo = tokens.length === 2
  return {
    kind: isTwo ? 'two' : random.pick(['tri', 'tri-ng']),
    a: isTwo ? 400_000n : 1_707_629n,
    gamma: isTwo ? 145_000_000_000_000n : 11_809_167_828_997n,
    midFeeE10: isTwo ? 26_000_000n : 3_000_000n,
    outFeeE10: isTwo ? 45_000_000n : 30_000_000n,
    feeGamma: isTwo ? 230_000_000_000_000n : 500_000_000_000_000n,
    balances: tokens.map(
      (_, i) => (value * wad) / (i === 0 ? wad : (priceScale[i - 1] ?? wad)) / (precisions[i] ?? 1n),
    ),
    precisions,
    priceScale,
    invariant: value * BigInt(tokens.length),
    virtualPrice: wad,
    supply: countShares(value, priceScale),
    isSettled: true,
  }
}

/**
 * A share is worth the geometric mean of what the pool holds of each token at its prices. A few less than that, as after
 * trades that paid fees: the contract refuses a trade after which a share is worth less.
 */
function countShares(value: bigint, priceScale: readonly bigint[]): bigint {
  const held = [Number(value), ...priceScale.map((price) => (Number(value) * 1e18) / Number(price))]
  const mean = Math.exp(held.reduce((sum, one) => sum + Math.log(one), 0) / held.length)
  return BigInt(Math.floor(mean * (1 - 1e-6)))
}

export const stableSwapState = (draw: PoolDraw): StableSwapState => ({
  balances: drawBalances(draw),
  multipliers: draw.tokens.map(scaleOf),
  amplification: 20_000n,
  feeE10: 4_000_000n,
  adminFeeE10: 5_000_000_000n,
})

export function dodoState({ random, tokens: [base, quote], dollars, skew }: PairDraw): DodoState {
  const reserves = [toUnits(base, dollars), toUnits(quote, dollars)] as const
  return {
    vending: false,
    reserves,
    targets: reserves,
    short: 'neither',
    price: BigInt(Math.round(getUnitPrice(base, quote) * skew * 1e15)) * 1_000n,
    slope: random.pick([wad / 10n, wad / 2n, wad]),
    fees: { pool: 2_400_000_000_000_000n, maintainer: 600_000_000_000_000n },
    keepsRest: true,
  }
}

/** Shares of as many decimals as the asset. */
export function vaultState([asset, share]: readonly [GeneratedToken, GeneratedToken], dollars: number): Erc4626State {
  const assets = toUnits(asset, dollars)
  const mostDeposit = 2n ** 256n - 1n
  return { assets, shares: toUnits(share, dollars), cash: assets / 2n, mostDeposit, virtualShares: 1n, redeems: true }
}

/** stETH in, wstETH out. */
export const lidoState = ([ether, share]: readonly [GeneratedToken, GeneratedToken], dollars: number): LidoState => ({
  ether: toUnits(ether, dollars),
  shares: toUnits(share, dollars),
  outside: toUnits(share, dollars / 2),
})

/** @param gem with fewer decimals than DAI, or as many */
export const psmState = (gem: GeneratedToken, dai: GeneratedToken, dollars: number): PsmState => ({
  factor: scaleOf(gem),
  tin: 0n,
  tout: 0n,
  dai: toUnits(dai, dollars),
  gems: toUnits(gem, dollars),
})

/** Of two tokens of six decimals. */
export function tempoBook({ random, tokens: [base], dollars }: PairDraw): TempoBook {
  const side = (sign: number) => ({
    orders: Array.from({ length: 12 }, (_, i) => ({
      remaining: toUnits(base, dollars / 12),
      tick: sign * (10 + 10 * i + Math.floor(random() * 10)),
      flips: false,
    })),
    isWhole: true,
  })
  return { bids: side(-1), asks: side(1) }
}
