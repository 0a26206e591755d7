/** `Initialize` of the PoolManager. Source: IPoolManager of @uniswap/v4-core 1.0.2. */
import { createPoolCreations } from '#amm/ticks/pool-creations'
import { addressAt, intAt, uintAt } from '#domain/calls/words'
import { hex, nativeToken } from '#domain/units'

/** Initialize(bytes32,address,address,uint24,int24,address,uint160,int24) */
const initialize = hex('0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438')

export const creations = createPoolCreations(initialize, (data) => ({
  feePpm: Number(uintAt(data, 0)),
  spacing: Number(intAt(data, 1)),
  ...(addressAt(data, 2) !== nativeToken && { skipReason: 'hooks' }),
}))
