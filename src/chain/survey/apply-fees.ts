/** What measured transfer fees mean for the pools that were read. */

import type { Protocols } from '#domain/pools/protocol'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import type { LivePool } from '#domain/pools/snapshot'
import type { Address } from '#domain/units'
import type { PoolReadResult } from './read-pools.ts'
import type { MeasuredFees } from './transfer-probe.ts'

/**
 * Gives the pools of fee-on-transfer tokens the measured fees. Those whose fees are not known to the unit, or whose
 * family pays its pools in another way than by sending, are skipped. A pool that had fees and was not measured now has
 * unknown ones.
 */
export function applyTransferFees(protocols: Protocols, gathered: PoolReadResult, taxed: MeasuredFees): PoolReadResult {
  const pools: LivePool[] = []
  const out: SkippedPool[] = []
  for (const live of gathered.pools) {
    const counted = countFees(protocols, live, taxed)
    if (counted !== undefined) pools.push(counted)
    else out.push({ pool: { ...live.pool, skipReason: 'transfer_fee' }, reason: 'transfer_fee' })
  }
  return { ...gathered, pools, skipped: [...gathered.skipped, ...out] }
}

function countFees(protocols: Protocols, live: LivePool, taxed: MeasuredFees): LivePool | undefined {
  const { pool, state } = live
  const isTaxed = (token: Address) => taxed.has(token) || pool.feeOnTransfer?.includes(token) === true
  const tokens = pool.tokens.filter(isTaxed)
  if (tokens.length === 0) return live
  const fees = pool.tokens.map((token) => (isTaxed(token) ? taxed.get(token)?.get(pool.address) : undefined))
  const withFees = protocols.get(pool.venue.protocol)?.withTransferFees
  if (withFees === undefined || fees.filter((one) => one !== undefined).length < tokens.length) return undefined
  return { pool: { ...pool, feeOnTransfer: tokens }, state: withFees(state, fees) }
}
