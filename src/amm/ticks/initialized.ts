/** Pools inside a singleton without a look-up: its `Initialize` logs say all there is to know of each. */
import type { ContractLog, Creations, MadePool } from '#domain/creations'
import type { Venue } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Address, evm, type Hex, nativeToken } from '#domain/units'
import { addressAt } from '#domain/words'

/** What the words behind the topics say of a pool. */
export interface InitializedKey extends Pick<MadePool, 'feePpm' | 'leftOut'> {
  readonly spacing: number
}

/**
 * Of logs whose topics are the event, the pool's id and both currencies. Native currency counts as its wrapped form, which
 * `facts.wrapped` of the venue names, and stays the first; against that form itself it is no pair of tokens.
 */
export function initializedPools(event: Hex, keyOf: (data: Hex) => InitializedKey): Creations {
  const poolOf = ({ facts }: Venue, { topics, data, block }: ContractLog): readonly MadePool[] => {
    const [, id, ...both] = topics
    if (id === undefined) return []
    const currencies = both.map((topic) => addressAt(topic, 0))
    const tokens = currencies.map((one) => (one === nativeToken ? facts?.['wrapped'] : one)).filter(isAddress)
    if (tokens.length !== 2 || tokens[0] === tokens[1]) return []
    const isNative = currencies.includes(nativeToken)
    const { spacing, ...key } = keyOf(data)
    const address = evm(id.slice(0, 42))
    return [{ address, tokens, facts: { id, spacing, ...(isNative && { native: true }) }, block, ...key }]
  }
  return {
    topics: [event],
    *pools(venue, logs) {
      yield* ask() // nothing: the logs are enough
      return logs.flatMap((log) => poolOf(venue, log))
    },
  }
}

const isAddress = (token: unknown): token is Address => typeof token === 'string'
