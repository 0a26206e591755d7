/** `PoolRegistered` of the vault names the factory, which says the curve. Source: IVaultEvents and VaultTypes of v3-interfaces 1.0.0. */
import type { ContractLog, Creations, MadePool } from '#domain/creations'
import { addressesFact } from '#domain/facts'
import type { Venue } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Address, type Hex, hex } from '#domain/units'
import { addressAt, uintAt } from '#domain/words'

/** PoolRegistered(address,address,TokenConfig[],uint256,uint32,PoolRoleAccounts,HooksConfig,LiquidityManagement) */
const poolRegistered = hex('0xbc1561eeab9f40962e2fb827a7ff9c7cdb47a9d7c84caeefa4ed90e043842dad')

/** Of the data: where the list of tokens begins, the fee, then three words of roles and ten flags of the hook. */
const at = { tokens: 0, fee: 1, hookFlags: 6 } as const
/** Flags that a hook has a say in swaps by, of ten. */
const swapFlags = { dynamicFee: 3, before: 4, after: 5 } as const
/** Token, kind, rate provider and whether it pays on yield. */
const wordsOfToken = 4
const feeUnit = 10n ** 12n

export const creations: Creations = {
  topics: [poolRegistered],
  *pools(venue, logs) {
    yield* ask() // nothing: the logs are enough
    return logs.flatMap((log) => poolOf(venue, log))
  },
}

function poolOf(venue: Venue, { topics, data, block }: ContractLog): readonly MadePool[] {
  const [, pool, factory] = topics
  if (pool === undefined || factory === undefined) return []
  const curve = curveOf(venue, addressAt(factory, 0))
  const made = {
    address: addressAt(pool, 0),
    tokens: tokensIn(data),
    feePpm: Number(uintAt(data, at.fee) / feeUnit),
    block,
  }
  if (curve === undefined) return [{ ...made, leftOut: 'unmodelled' }]
  return [{ ...made, facts: { curve }, ...(isHooked(data) && { leftOut: 'hooks' }) }]
}

/** Facts of the venue: the factories by what their pools are. */
function curveOf(venue: Venue, factory: Address): 'weighted' | 'stable' | undefined {
  if (addressesFact(venue, 'weighted').includes(factory)) return 'weighted'
  return addressesFact(venue, 'stable').includes(factory) ? 'stable' : undefined
}

function tokensIn(data: Hex): readonly Address[] {
  const start = Number(uintAt(data, at.tokens)) / 32
  const length = Number(uintAt(data, start))
  return Array.from({ length }, (_, i) => addressAt(data, start + 1 + wordsOfToken * i))
}

const isHooked = (data: Hex): boolean =>
  Object.values(swapFlags).some((flag) => uintAt(data, at.hookFlags + flag) !== 0n)
