/** What counts towards a limit, in 10^-36 of a whole token. */
import { findRuleDecimals, toPolicyUnits } from '#app/policy/token-rules'
import type { Network } from '#domain/network'
import type { PolicySpend, TokenLimit } from '#domain/policy/policy'
import { isSandbox } from '#domain/sandbox'
import type { Address, NetworkName, Seconds } from '#domain/units'

export interface CountedSpend {
  readonly at: Seconds
  readonly amount: bigint
}

export interface CountQuery {
  readonly limit: TokenLimit
  readonly on: NetworkName
  readonly spent: readonly PolicySpend[]
  readonly entryOf: (name: NetworkName) => Network
  /** A transaction that is about to be signed, and what it pays: of others with its nonce only what is more counts. */
  readonly beside?: { readonly nonce: string | undefined; readonly paid: bigint }
}

/** The signed spends that count towards a limit. Sandboxes count for themselves alone. */
export function spendsOf({ limit, on, spent, entryOf, beside }: CountQuery): readonly CountedSpend[] {
  const relevant = spent.flatMap(({ at, network, token, amount, by }) => {
    const together = network === on || (!isSandbox(network) && !isSandbox(on))
    const decimals = together ? findRuleDecimals(limit.token, entryOf(network), token) : undefined
    return decimals === undefined ? [] : [{ at, amount: toPolicyUnits(amount, decimals), by }]
  })
  const byNonce = new Map<string, Map<string, CountedSpend>>()
  for (const { at, amount, by } of relevant) {
    if (by === undefined) continue
    const rivals = byNonce.get(by.nonce) ?? new Map<string, CountedSpend>()
    const before = rivals.get(by.intent)
    rivals.set(by.intent, { at, amount: amount + (before?.amount ?? 0n) })
    byNonce.set(by.nonce, rivals)
  }
  const ofNonces = [...byNonce].map(([nonce, rivals]) => {
    const largest = findLargest([...rivals.values()])
    return nonce === beside?.nonce ? { ...largest, amount: largest.amount - beside.paid } : largest
  })
  return [...relevant.filter(({ by }) => by === undefined), ...ofNonces.filter(({ amount }) => amount > 0n)]
}

/** One of them at most can be mined; as long as any of them counts, room is not promised for that much. */
const findLargest = (rivals: readonly CountedSpend[]): CountedSpend =>
  rivals.reduce((a, b) => {
    const { amount } = a.amount > b.amount ? a : b
    return { at: a.at > b.at ? a.at : b.at, amount }
  })

/** What amounts of tokens come to by a limit. */
export const sumOf = (
  limit: TokenLimit,
  network: Network,
  amounts: readonly { readonly token: Address; readonly amount: bigint }[],
): bigint =>
  amounts.reduce((sum, { token, amount }) => {
    const decimals = findRuleDecimals(limit.token, network, token)
    return decimals === undefined ? sum : sum + toPolicyUnits(amount, decimals)
  }, 0n)
