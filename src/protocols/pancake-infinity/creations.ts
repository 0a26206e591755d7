/** `Initialize` of the CLPoolManager. Source: ICLPoolManager and PoolKey of infinity-core. */
import { createPoolCreations } from '#amm/ticks/pool-creations'
import { addressAt, uintAt } from '#domain/calls/words'
import type { SkipReason } from '#domain/pools/protocol'
import { type Hex, hex, nativeToken } from '#domain/units'

/** Initialize(bytes32,address,address,address,uint24,bytes32,uint160,int24) */
const initialize = hex('0x426cc62fe6a33a40ba2788c2c87a9c34ee4582b95bc9fa5a7bb7ae70b750b99c')

/** In place of a fee: hooks set it at every swap. */
const dynamicFee = 0x80_0000

export const creations = createPoolCreations(initialize, (data) => {
  const skipReason = findSkipReason(data)
  return {
    feePpm: Number(uintAt(data, 1)) % dynamicFee,
    // sixteen bits describe the hooks, then follow the spacing's twenty-four
    spacing: Number(uintAt(data, 2) >> 16n),
    ...(skipReason !== undefined && { skipReason }),
  }
})

function findSkipReason(data: Hex): SkipReason | undefined {
  if (addressAt(data, 0) !== nativeToken || (uintAt(data, 2) & 0xffffn) !== 0n) return 'hooks'
  return uintAt(data, 1) >= BigInt(dynamicFee) ? 'plugin' : undefined
}
