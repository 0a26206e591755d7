/** Constants of a pool, from the venue's data or the index of creation events. */
import { bigintsFact, flagFact, hexFact, listFact, textFact } from '#domain/pools/facts'
import type { Pool } from '#domain/pools/protocol'
import { type Address, evm, type Hex } from '#domain/units'

export interface PoolFacts {
  /** Address, specialization and number in one word. */
  readonly poolId: Hex
  /** `weighted` or `stable`. */
  readonly curve: string
  /** Created by one of the first weighted factories. */
  readonly isFirst: boolean
  /** 10^(18 − decimals) of each token of `pool.tokens`. */
  readonly scalings: readonly bigint[]
  /** The rate provider that a stable pool uses for each token; `undefined` if none. */
  readonly rateProviders: readonly (Address | undefined)[]
  /** Index among the vault's balances of the pool's own token, which is not in `pool.tokens`. */
  readonly ownIndex: number | undefined
}

export function parseFacts(pool: Pool): PoolFacts {
  const { ownIndex, rateProviders } = pool.facts ?? {}
  return {
    poolId: hexFact(pool, 'poolId'),
    curve: textFact(pool, 'curve'),
    isFirst: flagFact(pool, 'isFirst'),
    scalings: bigintsFact(pool, 'scalings'),
    rateProviders: rateProviders === undefined ? [] : listFact(pool, 'rateProviders').map(parseProvider),
    ownIndex: typeof ownIndex === 'number' ? ownIndex : undefined,
  }
}

const parseProvider = (fact: unknown): Address | undefined =>
  typeof fact === 'string' && fact !== '' ? evm(fact) : undefined
