import type { TickRecord } from './load.ts'
import { feesFrom, type TickState } from './state.ts'

/** What a record's words are: both follow price and tick in `getSlot0(bytes32)`. */
const [protocolFee, lpFee] = [0, 1]
const million = 1_000_000n

/**
 * What was read of a pool inside a manager, whose fee is taken of what the protocol's leaves; that one is 12 bits for each
 * token that is sold. @throws RangeError where one leaves nothing. Source: ProtocolFeeLibrary of @uniswap/v4-core 1.0.2.
 */
export function stackedFees(record: TickRecord): TickState {
  const [ofProtocol = 0n, ofPool = million] = [record.words[protocolFee], record.words[lpFee]]
  return feesFrom(record, [stacked(ofProtocol & 0xfffn, ofPool), stacked(ofProtocol >> 12n, ofPool)])
}

const stacked = (ofProtocol: bigint, ofPool: bigint): bigint => ofProtocol + ofPool - (ofProtocol * ofPool) / million
