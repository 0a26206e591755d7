import type { CurveCryptoState } from '#protocols/curve-crypto/amounts/state'
import {
  type FamilyDraw,
  type FamilyPool,
  type GeneratedFamily,
  type PoolDraw,
  scaleOf,
  wad,
} from '#test/generated-market/draw'
import { toUnits } from '#test/generated-market/tokens'

/** At the pool's own prices: then D is the sum of the balances' values. */
function curveCryptoState({ random, tokens, dollars }: PoolDraw): CurveCryptoState {
  const [first] = tokens
  if (first === undefined) throw new RangeError('no tokens')
  const priceScale = tokens
    .slice(1)
    .map(({ dollars: price }) => BigInt(Math.round((price / first.dollars) * 1e15)) * 1_000n)
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

function drawPool({ random, tokens, pair, dollars }: FamilyDraw): FamilyPool {
  const [weth, usdc, usdt, , wbtc] = tokens.hubs
  const tri = [random.pick([usdc, usdt]), wbtc, weth].filter((token) => token !== undefined)
  const own = random() < 0.5 ? tri : pair
  return {
    tokens: own,
    feePpm: 3_000,
    state: curveCryptoState({ random, tokens: own, dollars: Math.max(dollars, own[0]?.dollars ?? 0) }),
  }
}

export const generated: GeneratedFamily = { kind: 'curve-crypto', draw: drawPool }
