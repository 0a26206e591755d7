/** Generated tokens: a native one, hubs, stablecoins, shares of vaults, and others of any price. */
import { type Address, evm } from '#domain/units'
import type { Random } from './random.ts'

export interface GeneratedToken {
  readonly address: Address
  readonly decimals: number
  /** Of a whole token. */
  readonly dollars: number
}

export interface GeneratedTokens {
  /** The first is the wrapped native token. */
  readonly all: readonly GeneratedToken[]
  readonly hubs: readonly GeneratedToken[]
  /** Worth a dollar: modules and books trade them one for one. */
  readonly stables: readonly GeneratedToken[]
  /** Of a vault, with its asset. */
  readonly shares: readonly (readonly [asset: GeneratedToken, share: GeneratedToken])[]
}

const [stableCount, shareCount] = [8, 3]
/** WETH, USDC, USDT, DAI, WBTC: decimals and dollars. */
const hubShapes = [
  [18, 2_500],
  [6, 1],
  [6, 1],
  [18, 1],
  [8, 60_000],
] as const

/** @param count at least 20 */
export function generateTokens(random: Random, count: number): GeneratedTokens {
  const all: GeneratedToken[] = []
  const add = (decimals: number, dollars: number): GeneratedToken => {
    const token = { address: evm(`0x${(0x1000 + all.length).toString(16).padStart(40, '0')}`), decimals, dollars }
    all.push(token)
    return token
  }
  const hubs = hubShapes.map(([decimals, dollars]) => add(decimals, dollars))
  const more = Array.from({ length: stableCount }, () => add(random.pick([6, 18]), 1))
  const stables = [...hubs.slice(1, 4), ...more]
  const shares = Array.from({ length: shareCount }, (_, i) => {
    const asset = i === 0 ? hubs[0] : hubs[i]
    if (asset === undefined) throw new RangeError('too few hubs')
    return [asset, add(asset.decimals, asset.dollars * random.between(1.02, 1.3))] as const
  })
  while (all.length < count) add(random.pick([6, 8, 18, 18, 18]), random.scale(0.01, 5_000))
  return { all, hubs, stables, shares }
}

/** Smallest units worth that many dollars; at least one. */
export function toUnits({ decimals, dollars: price }: GeneratedToken, dollars: number): bigint {
  const units = (BigInt(Math.round((dollars / price) * 1e9)) * 10n ** BigInt(decimals)) / 1_000_000_000n
  return units > 0n ? units : 1n
}

/** Smallest units of the second token for one of the first, at their prices. */
export const getUnitPrice = (first: GeneratedToken, second: GeneratedToken): number =>
  (first.dollars / second.dollars) * 10 ** (second.decimals - first.decimals)
