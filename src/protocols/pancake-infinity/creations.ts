/** `Initialize` of the CLPoolManager says all there is to know of a pool. Source: ICLPoolManager and PoolKey of infinity-core. */
import type { ContractLog, Creations, MadePool } from '#domain/creations'
import type { LeftOutReason, Venue } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { addressAt, uintAt } from '#domain/words'

/** Initialize(bytes32,address,address,address,uint24,bytes32,uint160,int24) */
const initialize = hex('0x426cc62fe6a33a40ba2788c2c87a9c34ee4582b95bc9fa5a7bb7ae70b750b99c')

/** In place of a fee: hooks say it at every swap. */
const dynamicFee = 0x80_0000

export const creations: Creations = {
  topics: [initialize],
  *pools(venue, logs) {
    yield* ask() // nothing: the logs are enough
    return logs.flatMap((log) => poolOf(venue, log))
  },
}

function poolOf({ facts }: Venue, { topics, data, block }: ContractLog): readonly MadePool[] {
  const [, id, ...currencies] = topics
  if (id === undefined) return []
  const both = currencies.map((topic) => addressAt(topic, 0))
  const tokens = both.map((one) => (one === nativeToken ? facts?.['wrapped'] : one)).filter(isAddress)
  if (tokens.length !== 2 || tokens[0] === tokens[1]) return []
  const [feePpm, parameters] = [Number(uintAt(data, 1)), uintAt(data, 2)]
  const leftOut = reasonAgainst(both, data)
  // sixteen bits say which hooks there are, then come the spacing's twenty-four
  const pool = { address: evm(id.slice(0, 42)), tokens, feePpm, facts: { id, spacing: Number(parameters >> 16n) } }
  return [{ ...pool, block, ...(leftOut !== undefined && { leftOut, feePpm: feePpm % dynamicFee }) }]
}

const isAddress = (token: unknown): token is Address => typeof token === 'string'

/** The adapter knows no pools of native currency. */
function reasonAgainst(currencies: readonly Address[], data: Hex): LeftOutReason | undefined {
  if (addressAt(data, 0) !== nativeToken || (uintAt(data, 2) & 0xffffn) !== 0n) return 'hooks'
  if (uintAt(data, 1) >= BigInt(dynamicFee)) return 'plugin'
  return currencies.includes(nativeToken) ? 'unmodelled' : undefined
}
