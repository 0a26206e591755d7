/** Pools of two to four tokens at their prices, as Balancer's vaults hold them; half of them between stable tokens. */
import { drawBalances, type FamilyDraw, type FamilyPool, pickSome, wad } from './draw.ts'
import { type GeneratedToken, toUnits } from './tokens.ts'

export interface VaultPool {
  readonly tokens: readonly GeneratedToken[]
  /** Smallest units. */
  readonly balances: readonly bigint[]
  /** All alike, 10^18 together; absent between stable tokens. */
  readonly weights?: readonly bigint[]
}

export function drawVaultPool(
  { random, tokens, pair, dollars }: FamilyDraw,
  stateOf: (pool: VaultPool) => unknown,
  facts?: NonNullable<FamilyPool['facts']>,
): FamilyPool {
  const isStable = random() < 0.5
  const own = isStable ? pickSome(random, tokens.stables, 2 + Math.floor(random() * 3)) : pair
  const balances = isStable
    ? drawBalances({ random, tokens: own, dollars })
    : own.map((token) => toUnits(token, dollars * random.between(0.9999, 1.0001)))
  const state = stateOf({ tokens: own, balances, ...(isStable ? {} : { weights: evenWeights(own.length) }) })
  return { tokens: own, feePpm: 3_000, state, ...(facts === undefined ? {} : { facts }) }
}

const evenWeights = (count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, i) => wad / BigInt(count) + (i === 0 ? wad % BigInt(count) : 0n))
