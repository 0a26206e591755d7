/** `Initialize` of the PoolManager. Source: IPoolManager and Hooks of @uniswap/v4-core 1.0.2. */
import { createPoolCreations, type InitializedPoolKey } from '#amm/ticks/pool-creations'
import { addressAt, intAt, uintAt } from '#domain/calls/words'
import type { SkipReason } from '#domain/pools/protocol'
import { type Address, type Hex, hex, nativeToken } from '#domain/units'

/** Initialize(bytes32,address,address,uint24,int24,address,uint160,int24) */
const initialize = hex('0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438')

/**
 * The manager calls a hook only where the lowest bits of its address permit it. Those of a swap: before it (7), after
 * it (6), and amounts returned before (3) and after it (2).
 */
const swapPermissions = 0b1100_1100n

/** In place of a fee: the hook sets it whenever it likes. */
const dynamicFee = 0x80_0000

export const creations = createPoolCreations(initialize, (data, isNative): InitializedPoolKey => {
  const hooks = addressAt(data, 2)
  const feePpm = Number(uintAt(data, 0))
  const key = { feePpm: feePpm % dynamicFee, spacing: Number(intAt(data, 1)) }
  if (hooks === nativeToken) return key
  const skipReason = findSkipReason(data, { hooks, isNative })
  return { ...key, facts: { hooks }, ...(skipReason !== undefined && { skipReason }) }
})

/** The adapter of native currency has no room for a hook's address. */
function findSkipReason(
  data: Hex,
  { hooks, isNative }: { readonly hooks: Address; readonly isNative: boolean },
): SkipReason | undefined {
  const takesPart = (BigInt(hooks) & swapPermissions) !== 0n
  if (takesPart || uintAt(data, 0) >= BigInt(dynamicFee)) return 'hooks'
  return isNative ? 'unmodelled' : undefined
}
