import { findToken } from '#app/tokens'
import { readPayload } from '#app/trade/explain/read-payload'
import { findRevertReason } from '#app/trade/explain/revert-reason'
import { callsOurRouter, readAmountReceived } from '#app/trade/explain/router-swap'
import { toSupportedHeight } from '#app/trade/supported-height'
import type { TransactionCheck } from '#domain/chain/chain-evidence'
import type { Chain, ChainTransaction, FoundTransaction, Receipt } from '#domain/chain/port'
import { getRemediesNow } from '#domain/failures/revert-reason'
import { agreeOnFigures } from '#domain/journal/looks'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import type { Address, Hex, Seconds } from '#domain/units'

/**
 * What a transaction is and its outcome, from the chain alone.
 * @param confirmations required blocks, its own included
 * @param now by our clock, which tells an endpoint that is stuck
 * @returns `undefined` if no endpoint knows it
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function readTransaction(
  chain: Chain,
  hash: Hex,
  confirmations: number,
  now: Seconds,
): Promise<RouterTransaction | undefined> {
  const found = await chain.findTransaction(hash)
  if (found === undefined) return undefined
  const { transaction } = found
  const { network } = chain
  const ours = callsOurRouter(network, transaction)
  const read = ours ? readPayload(transaction.data) : undefined
  const call = read === undefined || read.entry === 'cancel' ? undefined : read.call
  const [tokens, outcome] = await Promise.all([
    call && findTokens(chain, [call.tokenIn, call.tokenOut]),
    readOutcome(chain, found, { confirmations, now }),
  ])
  const { block: _, ...sent } = transaction
  const { receipts, ...facts } = outcome
  const amounts = new Set(call && receipts.map((receipt) => readAmountReceived(network, receipt, call)))
  const bought =
    facts.mined !== undefined && facts.stage !== 'reverted' && amounts.size === 1 ? [...amounts][0] : undefined
  return { ...sent, ...facts, network: network.name, chainId: network.chainId, ours, read, tokens, bought }
}

async function findTokens(chain: Chain, ends: readonly [Address, Address]) {
  const [sell, buy] = await Promise.all([findToken(chain, ends[0]), findToken(chain, ends[1])])
  return { sell, buy }
}

interface Outcome extends Pick<RouterTransaction, 'stage' | 'mined' | 'depth' | 'reason'> {
  /** By each endpoint that has its block; their logs may differ. */
  readonly receipts: readonly Receipt[]
}

async function readOutcome(
  chain: Chain,
  { transaction, receipt, isProven }: FoundTransaction,
  { confirmations, now }: { readonly confirmations: number; readonly now: Seconds },
): Promise<Outcome> {
  const agreed = receipt === undefined ? undefined : await findAgreement(chain, transaction, receipt, now)
  if (receipt === undefined || agreed === undefined)
    return { stage: 'submitted', mined: undefined, depth: 0, reason: undefined, receipts: [] }
  const { depth } = agreed
  const { block, blockHash, status } = receipt
  const facts = { ...agreed, mined: { block, blockHash, ...agreeOnFigures(agreed.receipts) } }
  if (status === 'success')
    return { ...facts, stage: depth >= confirmations ? 'confirmed' : 'mined', reason: undefined }
  const found = await findReason(chain, transaction, receipt)
  const isFinal = depth >= Math.max(confirmations, chain.network.confirmations)
  const reference = `${transaction.hash} -n ${chain.network.name}`
  const remedy = found && (isProven || !isFinal ? getRemediesNow(found, { isFinal, reference }) : unprovenRemedy)
  return { ...facts, stage: 'reverted', reason: found && remedy && { ...found, remedy } }
}

/** Commands are made from fields that must be the transaction's own. */
const unprovenRemedy = [
  'look at it in a block explorer: its type is not known here, so that its fields are what the node says',
]

/**
 * The blocks on a receipt's that every endpoint which has reached it shows, and two of them have come to, or the only one that
 * answers; and their receipts. `undefined` if no second one has reached it, or one has another outcome, another block, or the
 * nonce still free: which one is wrong is not known.
 */
async function findAgreement(
  chain: Chain,
  { hash, from, nonce }: ChainTransaction,
  receipt: Receipt,
  now: Seconds,
): Promise<Pick<Outcome, 'depth' | 'receipts'> | undefined> {
  const all = await chain.checkTransaction({ hash, sender: from, known: receipt }, 'all')
  if (toSupportedHeight(all, now) < receipt.block) return undefined
  const checks = all.filter(({ head }) => head.number >= receipt.block)
  const denies = (check: TransactionCheck): boolean =>
    check.receipt === undefined
      ? check.nonce <= nonce
      : check.receipt.blockHash !== receipt.blockHash || check.receipt.status !== receipt.status
  if (checks.some(denies)) return undefined
  const depth = Math.min(...checks.map(({ head }) => head.number - receipt.block + 1))
  return { depth, receipts: [receipt, ...checks.flatMap((check) => check.receipt ?? [])] }
}

/** A contract creation has no call to simulate, and is not ours. */
async function findReason(chain: Chain, { to, ...transaction }: ChainTransaction, receipt: Receipt) {
  if (to === undefined) return undefined
  const { from, data, value, hash, gasLimit } = transaction
  return findRevertReason(chain, { call: { from, to, data, value }, hash, receipt, gasLimit })
}
