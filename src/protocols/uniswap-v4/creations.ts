/** `Initialize` of the PoolManager says all there is to know of a pool. Source: IPoolManager of @uniswap/v4-core 1.0.2. */
import type { ContractLog, Creations, MadePool } from '#domain/creations'
import type { Venue } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { addressAt, intAt, uintAt } from '#domain/words'

/** Initialize(bytes32,address,address,uint24,int24,address,uint160,int24) */
const initialize = hex('0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438')

export const creations: Creations = {
  topics: [initialize],
  *pools(venue, logs) {
    yield* ask() // nothing: the logs are enough
    return logs.flatMap((log) => poolOf(venue, log))
  },
}

function poolOf({ facts }: Venue, { topics, data, block }: ContractLog): readonly MadePool[] {
  const [, id, first, second] = topics
  if (id === undefined || first === undefined || second === undefined) return []
  const currencies = [addressAt(first, 0), addressAt(second, 0)]
  const tokens = currencies.map((one) => (one === nativeToken ? facts?.['wrapped'] : one))
  // native currency against its own wrapped form is no pair of tokens
  if (!tokens.every(isAddress) || tokens[0] === tokens[1]) return []
  return [
    {
      address: evm(id.slice(0, 42)),
      tokens,
      feePpm: Number(uintAt(data, 0)),
      facts: { id, spacing: Number(intAt(data, 1)), ...(currencies.includes(nativeToken) && { native: true }) },
      block,
      ...leftOutFor(data),
    },
  ]
}

const isAddress = (token: unknown): token is Address => typeof token === 'string'

const leftOutFor = (data: Hex): Pick<MadePool, 'leftOut'> =>
  addressAt(data, 2) === nativeToken ? {} : { leftOut: 'hooks' }
