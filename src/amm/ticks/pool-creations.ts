/** Pools inside a singleton without a lookup: its `Initialize` logs contain everything needed. */

import { ask } from '#domain/calls/reads'
import { addressAt } from '#domain/calls/words'
import type { ContractLog, CreatedPool, PoolCreations } from '#domain/pools/creations'
import type { Venue } from '#domain/pools/protocol'
import { type Address, evm, type Hex, nativeToken } from '#domain/units'

/** The pool's properties in the log's data. */
export interface InitializedPoolKey extends Pick<CreatedPool, 'feePpm' | 'facts' | 'skipReason'> {
  readonly spacing: number
}

/**
 * Reads logs whose topics are the event, the pool's id and both currencies. Native currency counts as its wrapped form,
 * `facts.wrapped` of the venue, and stays the first. Paired with that wrapped form itself, it is not a pair of tokens.
 */
export function createPoolCreations(
  event: Hex,
  keyOf: (data: Hex, isNative: boolean) => InitializedPoolKey,
): PoolCreations {
  const poolOf = ({ facts }: Venue, { topics, data, block }: ContractLog): readonly CreatedPool[] => {
    const [, id, ...both] = topics
    if (id === undefined) return []
    const currencies = both.map((topic) => addressAt(topic, 0))
    const tokens = currencies.map((one) => (one === nativeToken ? facts?.['wrapped'] : one)).filter(isAddress)
    if (tokens.length !== 2 || tokens[0] === tokens[1]) return []
    const isNative = currencies.includes(nativeToken)
    const { spacing, facts: own, ...key } = keyOf(data, isNative)
    const address = evm(id.slice(0, 42))
    return [{ address, tokens, block, ...key, facts: { id, spacing, ...(isNative && { native: true }), ...own } }]
  }
  return {
    topics: [event],
    *pools(venue, logs) {
      yield* ask() // no reads: the logs are enough
      return logs.flatMap((log) => poolOf(venue, log))
    },
  }
}

const isAddress = (token: unknown): token is Address => typeof token === 'string'
