/** The HTTP API's swap record. */
import { type Checksum, formatTime, formatUsd, nativeDecimals } from '#domain/api/plain'
import { fail } from '#domain/errors'
import type { SwapRecord } from '#domain/service/swap-record'
import { nativeToken } from '#domain/units'

export function toApiSwap(record: SwapRecord, checksum: Checksum) {
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
    fees: toApiFees(record, checksum),
    error: toApiSwapError(record),
    createdAt: formatTime(record.createdAt),
    updatedAt: formatTime(record.updatedAt),
    timeline: record.timeline.map(({ stage, at, block }) => ({
      stage,
      at: formatTime(at),
      blockNumber: textOf(block),
      transactionHash: record.transactionHash,
    })),
  }
}

/**
 * Fees of a mined swap: the gas cost, and the affiliate fee unless it reverted. US dollars at the quote's prices, which
 * are at most minutes older; prices at the time of the request would be another day's. 0 without a price.
 */
function toApiFees({ mined, status, affiliateFee, quotedUsd: usd, sell }: SwapRecord, checksum: Checksum) {
  if (mined === undefined) return []
  const gas = {
    type: 'gas',
    value: formatUsd(mined.feePaid, nativeDecimals, usd?.native) ?? '0',
    amount: String(mined.feePaid),
    token: nativeToken,
  }
  if (affiliateFee === undefined || status === 'error') return [gas]
  const value = usd === undefined ? undefined : formatUsd(affiliateFee, usd.sellDecimals, usd.sell)
  return [gas, { type: 'affiliate', value: value ?? '0', amount: String(affiliateFee), token: checksum(sell) }]
}

const textOf = (value: bigint | number | undefined): string | null => (value === undefined ? null : String(value))

function toApiSwapError({ status, substatus, id, nonce, reason, mined }: SwapRecord) {
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
