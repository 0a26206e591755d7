/** The HTTP API's swap record. */
import { type Checksum, formatTime, formatUsd, nativeDecimals } from '#domain/api/plain'
import { fail, type SwapError } from '#domain/errors'
import { findPricePaid } from '#domain/journal/swap'
import type { SwapRecord } from '#domain/service/swap-record'
import { type Amount, nativeToken } from '#domain/units'

export function toApiSwap(record: SwapRecord, checksum: Checksum) {
  const { mined } = record
  return {
    id: record.id,
    swapId: record.id,
    status: record.status,
    substatus: record.substatus,
    quoteId: record.quoteId ?? null,
    network: record.network,
    ...(record.crossing === undefined ? {} : { toNetwork: record.crossing.toNetwork ?? null }),
    fromAddress: checksum(record.from),
    toAddress: checksum(record.to),
    fromTokenAddress: checksum(record.sell),
    toTokenAddress: checksum(record.buy),
    sellAmount: String(record.sellAmount),
    amountOutExpected: textOf(record.quotedOut),
    amountOutMin: String(record.minimumOut),
    amountOut: textOf(record.amountOut),
    gasless: record.gasless,
    transactionHash: record.versionHash ?? record.transactionHash ?? null,
    toTransactionHash: record.crossing?.toTransactionHash ?? null,
    blockNumber: textOf(mined?.block),
    gasUsed: textOf(mined?.gasUsed),
    effectiveGasPrice: textOf(mined && findPricePaid(mined)),
    fees: toApiFees(record, checksum),
    error: toApiSwapError(record),
    createdAt: formatTime(record.createdAt),
    updatedAt: formatTime(record.updatedAt),
    timeline: record.timeline.map(({ stage, at, block }) => ({
      stage,
      at: formatTime(at),
      blockNumber: textOf(block),
      transactionHash: record.transactionHash ?? null,
    })),
  }
}

/**
 * Fees of a mined swap: the gas cost, which a gasless one's relayer paid, and the affiliate's and the relayer's fee unless
 * it reverted. A gas cost that endpoints tell differently is
 * absent. US dollars at the quote's prices, which are at most minutes older; prices at the time of the request would
 * be another day's. 0 without a price.
 */
function toApiFees(record: SwapRecord, checksum: Checksum) {
  const { mined, status, substatus, affiliateFee, relayerFee, quotedUsd: usd, sell } = record
  if (mined === undefined) return []
  const { feePaid } = mined
  const gas = (feePaid === undefined ? [] : [feePaid]).map((paid) => ({
    type: 'gas',
    value: formatUsd(paid, nativeDecimals, usd?.native) ?? '0',
    amount: String(paid),
    token: nativeToken,
  }))
  if (status === 'error' || status === 'expired' || substatus === 'reverted') return gas
  const ofSold = (type: string, fee: Amount | undefined) => {
    const value = usd === undefined ? undefined : formatUsd(fee ?? 0n, usd.sellDecimals, usd.sell)
    return fee === undefined ? [] : [{ type, value: value ?? '0', amount: String(fee), token: checksum(sell) }]
  }
  return [...gas, ...ofSold('affiliate', affiliateFee), ...ofSold('relayer', relayerFee)]
}

const textOf = (value: bigint | number | undefined): string | null => (value === undefined ? null : String(value))

function toApiSwapError(record: SwapRecord) {
  const error = failureOf(record)
  return error && { code: error.row.number, error: error.code, message: error.message }
}

/** Why a swap failed, or why its end is not known though the relayer's own transaction has ended. */
function failureOf(record: SwapRecord): SwapError | null {
  const { status, substatus, id, nonce, reason, mined } = record
  const what = 'The swap'
  if (status === 'pending' || status === 'bridging') {
    const known = openWords(record)
    return known === undefined ? null : fail('PENDING', { what: record.gasless ? 'The order' : what, id, known })
  }
  if (status !== 'error' && status !== 'expired') return null
  if (substatus === 'replaced') return fail('REPLACED', { what, nonce, id })
  if (substatus === 'cancelled')
    return fail('ESTIMATE_GAS_FAILED', { check: 'simulation', reason: `The swap would fail: ${reason ?? ''}` })
  if (status === 'expired') return fail('DEADLINE_PASSED', { what, id, known: expiredWords(record) })
  const said = { words: reason ?? '', remedy: [] }
  return fail('REVERTED', { what, reason: said, block: mined?.block, gasUsed: undefined, id, isFinal: true })
}

const expiredWords = ({ reason }: SwapRecord): string =>
  reason === undefined ? 'Its deadline has passed and no node has it.' : `Its deadline has passed, and ${reason}.`

/**
 * What is known of a pending swap that may still end otherwise: one that reverted in a block that is not final, an order
 * that the relayer can no longer execute itself, and a crossing that contradicts itself; `undefined` for any other.
 */
function openWords({ status, substatus, reason, deadline, gasless }: SwapRecord): string | undefined {
  if (status === 'bridging') return substatus === 'unknown' ? reason : undefined
  const why = reason === undefined ? '' : `: ${reason}`
  if (substatus === 'reverted' && !gasless) return `Its transaction reverted${why}. Its block is not final yet.`
  const others = `Another may have executed the order, or can until ${formatTime(deadline)}.`
  if (substatus === 'reverted') return `The relayer's transaction reverted${why}. ${others}`
  if (substatus === 'replaced') return `Another transaction of the relayer used its nonce. ${others}`
  if (substatus === 'cancelled') return `The relayer cancelled its transaction${why}. ${others}`
  return substatus === 'unknown' && reason !== undefined
    ? `Whether it was executed is not known (${reason}).`
    : undefined
}
