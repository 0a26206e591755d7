import { flagFact } from '#domain/facts'
import type { Pool } from '#domain/protocol'
import type { TickRecord } from './load.ts'
import { feesFrom, type TickState } from './state.ts'

/** What a record's words are: both follow price and tick in `getSlot0(bytes32)`. */
const [protocolFee, lpFee] = [0, 1]
const million = 1_000_000n

/** Of a pool inside a manager. */
export interface ManagedState extends TickState {
  /** Whether it is of native currency, which is settled otherwise. */
  readonly native?: true
}

/**
 * What was read of a pool inside a manager, whose fee is taken of what the protocol's leaves; that one is 12 bits for each
 * token that is sold. @throws RangeError where one leaves nothing. Source: ProtocolFeeLibrary of @uniswap/v4-core 1.0.2.
 */
export function managedState(record: TickRecord, pool: Pool): ManagedState {
  const [ofProtocol = 0n, ofPool = million] = [record.words[protocolFee], record.words[lpFee]]
  const seen = feesFrom(record, [stacked(ofProtocol & 0xfffn, ofPool), stacked(ofProtocol >> 12n, ofPool)])
  return flagFact(pool, 'native') ? { ...seen, native: true } : seen
}

const stacked = (ofProtocol: bigint, ofPool: bigint): bigint => ofProtocol + ofPool - (ofProtocol * ofPool) / million
