/** What never changes of a pool, as the venue's data or the index of creation events has it. */
import { bigintsFact, flagFact, hexFact, listFact, textFact } from '#domain/facts'
import type { Pool } from '#domain/protocol'
import { type Address, evm, type Hex } from '#domain/units'

export interface PoolFacts {
  /** Address, specialisation and number in one word. */
  readonly poolId: Hex
  /** `weighted` or `stable`. */
  readonly curve: string
  /** Made by one of the first weighted factories. */
  readonly isFirst: boolean
  /** 10^(18 − decimals) of each token of `pool.tokens`. */
  readonly scalings: readonly bigint[]
  /** Whose rate a stable pool applies to each token; nothing where there is no such. */
  readonly rateProviders: readonly (Address | undefined)[]
  /** Where among the vault's balances the pool's own token stands, which is no token of `pool.tokens`. */
  readonly ownIndex: number | undefined
}

export function factsOf(pool: Pool): PoolFacts {
  const { ownIndex, rateProviders } = pool.facts ?? {}
  return {
    poolId: hexFact(pool, 'poolId'),
    curve: textFact(pool, 'curve'),
    isFirst: flagFact(pool, 'isFirst'),
    scalings: bigintsFact(pool, 'scalings'),
    rateProviders: rateProviders === undefined ? [] : listFact(pool, 'rateProviders').map(providerOf),
    ownIndex: typeof ownIndex === 'number' ? ownIndex : undefined,
  }
}

const providerOf = (fact: unknown): Address | undefined =>
  typeof fact === 'string' && fact !== '' ? evm(fact) : undefined
