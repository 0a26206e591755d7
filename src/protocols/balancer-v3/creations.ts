/**
 * `PoolRegistered` of the vault names the factory, which determines the curve. Source: IVaultEvents and VaultTypes of
 * v3-interfaces 1.0.0.
 */

import { ask } from '#domain/calls/reads'
import { addressAt, uintAt } from '#domain/calls/words'
import type { ContractLog, CreatedPool, PoolCreations } from '#domain/pools/creations'
import { addressesFact } from '#domain/pools/facts'
import type { Venue } from '#domain/pools/protocol'
import { type Address, type Hex, hex } from '#domain/units'

/** PoolRegistered(address,address,TokenConfig[],uint256,uint32,PoolRoleAccounts,HooksConfig,LiquidityManagement) */
const poolRegistered = hex('0xbc1561eeab9f40962e2fb827a7ff9c7cdb47a9d7c84caeefa4ed90e043842dad')

/** Words of the data: offset of the list of tokens, the fee, then three words of roles and ten flags of the hook. */
const wordIndex = { tokens: 0, fee: 1, hookFlags: 6 } as const
/** Those of the ten flags by which a hook takes part in swaps. */
const swapFlags = { dynamicFee: 3, before: 4, after: 5 } as const
/** Token, kind, rate provider and whether it pays fees on yield. */
const wordsOfToken = 4
const feeUnit = 10n ** 12n

export const creations: PoolCreations = {
  topics: [poolRegistered],
  *pools(venue, logs) {
    yield* ask() // no reads: the logs are enough
    return logs.flatMap((log) => decodePools(venue, log))
  },
}

function decodePools(venue: Venue, { topics, data, block }: ContractLog): readonly CreatedPool[] {
  const [, pool, factory] = topics
  if (pool === undefined || factory === undefined) return []
  const curve = findCurve(venue, addressAt(factory, 0))
  const made = {
    address: addressAt(pool, 0),
    tokens: decodeTokens(data),
    feePpm: Number(uintAt(data, wordIndex.fee) / feeUnit),
    block,
  }
  if (curve === undefined) return [{ ...made, skipReason: 'unmodelled' }]
  return [{ ...made, facts: { curve }, ...(isHooked(data) && { skipReason: 'hooks' }) }]
}

/** Looks up the venue's facts: its factories by the kind of their pools. */
function findCurve(venue: Venue, factory: Address): 'weighted' | 'stable' | undefined {
  if (addressesFact(venue, 'weighted').includes(factory)) return 'weighted'
  return addressesFact(venue, 'stable').includes(factory) ? 'stable' : undefined
}

function decodeTokens(data: Hex): readonly Address[] {
  const start = Number(uintAt(data, wordIndex.tokens)) / 32
  const length = Number(uintAt(data, start))
  return Array.from({ length }, (_, i) => addressAt(data, start + 1 + wordsOfToken * i))
}

const isHooked = (data: Hex): boolean =>
  Object.values(swapFlags).some((flag) => uintAt(data, wordIndex.hookFlags + flag) !== 0n)
