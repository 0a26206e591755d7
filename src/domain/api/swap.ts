/** The HTTP API's swap record. */
import { type Checksum, isoTime } from '#domain/api/plain'
import { fail } from '#domain/errors'
import type { SwapRecord } from '#domain/swap-record'
import { nativeToken } from '#domain/units'

export function apiSwap(record: SwapRecord, checksum: Checksum) {
  const { mined } = record
  return {
    id: record.id,
    swapId: record.id,
    status: record.status,
    substatus: record.substatus,
    quoteId: record.quoteId ?? null,
    network: record.network,
    fromAddress: checksum(record.from),
    toAddress: checksum(record.to),
    fromTokenAddress: checksum(record.sell),
    toTokenAddress: checksum(record.buy),
    sellAmount: String(record.sellAmount),
    amountOutExpected: textOf(record.quotedOut),
    amountOutMin: String(record.minimumOut),
    amountOut: textOf(record.amountOut),
    gasless: record.gasless,
    transactionHash: record.transactionHash,
    toTransactionHash: null,
    blockNumber: textOf(mined?.block),
    gasUsed: textOf(mined?.gasUsed),
    effectiveGasPrice: mined === undefined || mined.gasUsed === 0n ? null : String(mined.feePaid / mined.gasUsed),
    // What it cost then is not priced now: a value in dollars would be of another day.
    fees: mined === undefined ? [] : [{ type: 'gas', value: '0', amount: String(mined.feePaid), token: nativeToken }],
    error: errorOf(record),
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    timeline: record.timeline.map(({ stage, at, block }) => ({
      stage,
      at: isoTime(at),
      blockNumber: textOf(block),
      transactionHash: record.transactionHash,
    })),
  }
}

const textOf = (value: bigint | number | undefined): string | null => (value === undefined ? null : String(value))

function errorOf({ status, substatus, id, nonce, reason, mined }: SwapRecord) {
  if (status !== 'error' && status !== 'expired') return null
  const what = 'The swap'
  const error =
    substatus === 'replaced'
      ? fail('REPLACED', { what, nonce, id })
      : status === 'expired'
        ? fail('DEADLINE_PASSED', { what, id, known: 'Its deadline has passed and no node has it.' })
        : fail('REVERTED', {
            what,
            reason: { words: reason ?? '', remedy: [] },
            block: mined?.block,
            gasUsed: undefined,
          })
  return { code: error.row.number, error: error.code, message: error.message }
}
