import { flagFact } from '#domain/pools/facts'
import type { Pool } from '#domain/pools/protocol'
import type { TickRecord } from './load.ts'
import { type TickState, toTickStateWithFees } from './state.ts'

/** Indexes of a record's words: both follow price and tick in `getSlot0(bytes32)`. */
const [protocolFee, lpFee] = [0, 1]
const million = 1_000_000n

/** A pool inside a manager. */
export interface ManagedState extends TickState {
  /** True if one token is native currency, which is settled differently. */
  readonly native?: true
}

/**
 * State of a pool inside a manager. Its fee is taken from what the protocol fee leaves; that one has 12 bits per
 * direction.
 * @throws RangeError if a fee leaves nothing. Source: ProtocolFeeLibrary of @uniswap/v4-core 1.0.2.
 */
export function toManagedState(record: TickRecord, pool: Pool): ManagedState {
  const [ofProtocol = 0n, ofPool = million] = [record.words[protocolFee], record.words[lpFee]]
  const seen = toTickStateWithFees(record, [
    addProtocolFee(ofProtocol & 0xfffn, ofPool),
    addProtocolFee(ofProtocol >> 12n, ofPool),
  ])
  return flagFact(pool, 'native') ? { ...seen, native: true } : seen
}

const addProtocolFee = (ofProtocol: bigint, ofPool: bigint): bigint =>
  ofProtocol + ofPool - (ofProtocol * ofPool) / million
