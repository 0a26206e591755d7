/** Which pairs of tokens a survey looks for pools of, and when. */

import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import type { SurveyPlan } from './plan.ts'

export type TokenPair = readonly [Address, Address]

/** What is looked for at once: all pairs of the plan's tokens, and the candidates for partners with those they are for. */
export function listPairs({ tokens, partners }: SurveyPlan): readonly TokenPair[] {
  const own = tokens.flatMap((a, i) => tokens.slice(i + 1).map((b) => [a, b] as const))
  const { of = [], candidates = [] } = partners ?? {}
  return [...own, ...of.flatMap((token) => candidates.map((candidate) => [token, candidate] as const))]
}

/** Pairs of candidates with the other tokens: those that matter once the candidates have been met. */
export function listPartnerPairs(
  { tokens, partners }: SurveyPlan,
  candidates: readonly Address[] = partners?.candidates ?? [],
): readonly TokenPair[] {
  const others = tokens.filter((token) => !partners?.of.includes(token))
  return candidates.flatMap((candidate) => others.map((token) => [candidate, token] as const))
}

/** Those of the pools that trade one of the pairs. */
export function selectBetween<T extends Pick<Pool, 'tokens'>>(pools: readonly T[], pairs: readonly TokenPair[]): T[] {
  const partnersOf = new Map<Address, Set<Address>>()
  const note = (a: Address, b: Address) => {
    const known = partnersOf.get(a)
    if (known === undefined) partnersOf.set(a, new Set([b]))
    else known.add(b)
  }
  for (const [a, b] of pairs) {
    note(a, b)
    note(b, a)
  }
  return pools.filter(({ tokens }) => tokens.some((a) => tokens.some((b) => partnersOf.get(a)?.has(b))))
}

/** The candidates that pools have paired with a token they are for. */
export interface MetPartners {
  /** Those that these pools are the first to show. */
  take(pools: readonly Pool[]): readonly Address[]
  /** True while there may be more. */
  isOpen(): boolean
}

export function createMetPartners({ partners }: SurveyPlan): MetPartners {
  const open = new Set(partners?.candidates)
  return {
    take: (pools) => {
      const shown = new Set(
        pools
          .filter(({ tokens }) => tokens.some((token) => partners?.of.includes(token)))
          .flatMap((pool) => pool.tokens),
      )
      return [...open].filter((candidate) => shown.has(candidate) && open.delete(candidate))
    },
    isOpen: () => open.size > 0,
  }
}
