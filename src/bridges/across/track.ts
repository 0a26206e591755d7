/** What became of a crossing by Across, from the hash of its source transaction alone. */
import { addressWord, word } from '#domain/calls/words'
import type { BridgeLog, BridgeReceipt, CrossingReader, CrossingState } from '#domain/crossing/bridge'
import { type Address, type Amount, amount, type Hex, hex } from '#domain/units'
import { readOutcome } from '#encoding/crossing/read-outcome'
import { keccak } from '#encoding/keccak'
import { type AcrossDeposit, computeRelayHash, readDeposit } from './deposit.ts'
import { findRefund, refundedTopic } from './refund.ts'

/** keccak-256 of FilledRelay(bytes32,bytes32,uint256,uint256,uint256,uint256,uint256,uint32,uint32,bytes32,bytes32,bytes32,bytes32,bytes32,(bytes32,bytes32,uint256,uint8)) */
const paidTopic = '0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208' as Hex
/** fillStatuses(bytes32): 0 unpaid, 1 a slow payment was asked for, 2 paid. */
const statusSelector = '0xc35c83fc'
const paidStatus = 2n

/** One side of a crossing, with the pool there. */
export interface AcrossSide {
  readonly chainId: number
  readonly spokePool: Address
  readonly reader: CrossingReader
}

/**
 * Where a crossing is. A log with the deposit's number is not believed: anyone may pay anything under any number. The
 * pool is asked for the hash of all of the deposit's terms.
 *
 * @param crossing the destination's crossing contract
 * @throws RangeError if the transaction has no deposit, or several, or one for another network
 */
export async function trackCrossing(
  hash: Hex,
  { source, destination, crossing }: { source: AcrossSide; destination: AcrossSide; crossing: Address },
): Promise<CrossingState> {
  const receipt = await source.reader.receipt(hash)
  if (receipt === undefined) return { state: 'pending' }
  if (receipt.status === 'reverted') return { state: 'error' }
  const deposit = findDeposit(receipt, source.spokePool)
  if (deposit === undefined) throw new RangeError(`0 deposits in ${hash}`)
  if (deposit.toChainId !== destination.chainId) throw new RangeError(`the deposit is for chain ${deposit.toChainId}`)

  // read before the pool is asked, or a payment of the last second would be overlooked
  const now = await destination.reader.now()
  const isPaid = (one: AcrossDeposit) => readIsPaid(one, source.chainId, destination)
  if (!(await isPaid(deposit))) {
    if (now <= deposit.deadline) return { state: 'bridging', deposit }
    const refund = await findRefund(deposit, {
      ...source,
      isPaid: async (other) => (other.toChainId === destination.chainId ? await isPaid(other) : undefined),
    })
    const isShown = refund !== undefined && (await hasReceipts(source.reader, refund.among))
    return isShown ? { state: 'refunded', deposit, refund: refund.transaction } : { state: 'expired', deposit }
  }
  const { payment, paid } = await findPayment(deposit, source.chainId, destination)
  return readOutcome({ deposit: { ...deposit, paid }, payment, reader: destination.reader, crossing })
}

/** Logs come from an index of their own: what repaid has to have a receipt, too. */
async function hasReceipts(reader: CrossingReader, hashes: readonly Hex[]): Promise<boolean> {
  const receipts = await Promise.all(hashes.map((hash) => reader.receipt(hash)))
  return receipts.every((receipt) => receipt?.logs.some(({ topics }) => topics[0] === refundedTopic) === true)
}

/** What the destination's pool says of exactly this deposit. */
async function readIsPaid(
  deposit: AcrossDeposit,
  fromChainId: number,
  { reader, spokePool }: AcrossSide,
): Promise<boolean> {
  const relayHash = computeRelayHash(deposit, fromChainId)
  const status = await reader.call(spokePool, hex(`${statusSelector}${relayHash.slice(2)}`))
  if (status.length !== 66) throw new RangeError('the pool does not say whether it paid')
  return BigInt(status) === paidStatus
}

/** The one deposit that `spokePool` logged. @throws RangeError if there are several */
export function findDeposit({ logs }: BridgeReceipt, spokePool: Address): AcrossDeposit | undefined {
  const deposits = logs.filter(({ address }) => address === spokePool).flatMap((log) => readDeposit(log) ?? [])
  if (deposits.length > 1) throw new RangeError(`${deposits.length} deposits in one transaction`)
  return deposits[0]
}

/** The transaction that paid exactly this deposit, and how much: a slow payment, or one that its owner changed, differs. */
async function findPayment(
  deposit: AcrossDeposit,
  fromChainId: number,
  { reader, spokePool }: AcrossSide,
): Promise<{ readonly payment: Hex; readonly paid: Amount }> {
  const topics = [paidTopic, hex(`0x${word(fromChainId)}`), hex(`0x${word(deposit.id)}`)]
  const found = await reader.logs(spokePool, topics, deposit.at)
  const log = found.find((one) => isPaymentOf(deposit, one))
  if (log === undefined) throw new RangeError('the pool says it paid, but no log says when')
  return { payment: log.transaction, paid: amount(BigInt(`0x${wordsOf(log)[amountPaidWord]}`)) }
}

/** Where the log has the amount that was paid at last. */
const amountPaidWord = 13
const wordsOf = ({ data }: BridgeLog): readonly string[] => data.slice(2).match(/.{64}/g) ?? []

/** True if all terms that the log repeats are those of the deposit. */
function isPaymentOf(deposit: AcrossDeposit, log: BridgeLog): boolean {
  const words = wordsOf(log)
  const message = deposit.message === '0x' ? word(0) : keccak(deposit.message).slice(2)
  const expected = [
    addressWord(deposit.asset),
    addressWord(deposit.toAsset),
    word(deposit.amount),
    word(deposit.paid),
    undefined, // where the relayer is repaid
    word(deposit.deadline),
    word(deposit.exclusivityDeadline),
    addressWord(deposit.exclusiveRelayer),
    addressWord(deposit.refundTo),
    addressWord(deposit.receiver),
    message,
  ]
  return words.length > amountPaidWord && expected.every((text, i) => text === undefined || text === words[i])
}
