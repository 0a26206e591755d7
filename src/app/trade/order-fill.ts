/**
 * An order can be filled by anyone who has its bytes, and everybody has those of a transaction that waits in public. Ours
 * then reverts, or is cancelled, though the owner got what was signed.
 */
import { readAgreedAmount, showsAmountReceived } from '#app/trade/explain/router-swap'
import { type FoundFill, judgeCandidate } from '#app/trade/fill-candidate'
import { readOrderState } from '#app/trade/order-state'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import type { Chain, ChainTransaction, Receipt } from '#domain/chain/port'
import { agreeOnFigures } from '#domain/journal/looks'
import { type AgreedFacts, toAgreedFacts } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import type { Amount, Hex } from '#domain/units'

export interface OrderFill {
  readonly hash: Hex
  /** As far as all endpoints tell the same. */
  readonly mined: AgreedFacts
  /**
   * By its logs; of a fill inside of another call, which may have made several, by its trace if the logs contain that amount.
   * `undefined` if these do not tell, or endpoints show other ones.
   */
  readonly received: Amount | undefined
  /** Blocks on it by every endpoint, its own included. */
  readonly depth: number
}

/**
 * - `expired`: by every endpoint its nonce is free, and its deadline has passed in a final block
 * - `cancelled`: its nonce was used, its deadline has passed likewise, and by every endpoint no transaction since the first
 *   block that was searched can be its fill. Whether the nonce was free by then is the caller's to know
 * - `executable`: its nonce is free, and its deadline has not passed in a final block
 * - `undecided`: endpoints lag or contradict each other, a fill is not deep enough to be final, or of a nonce that was used
 *   neither a fill is found nor is it certain that there is none
 *
 * It is to be asked again after the last two.
 */
export type OrderFillSearch = OrderFill | 'expired' | 'cancelled' | 'executable' | 'undecided'

/**
 * The newest transactions that took the token from the owner, which alone can make them: more of them meanwhile leave it unknown
 * what became of the order.
 */
const maxCandidates = 50

/** The block that a search counts from may have been one of another branch: it begins this many blocks before. */
export const reorgBlocks = 16

interface FillQuery {
  /** A block that every view has to have: the nonce was seen used in it, or our own transaction is there. */
  readonly needed: number
  /** The search's first block. */
  readonly first: number
  /** Transactions that are not another's. */
  readonly own: ReadonlySet<Hex>
  /** The depth of a fill that counts; by default that of final blocks. */
  readonly confirmations?: number
}

/**
 * Searches the transaction of another by which an order was executed: its nonce is used, and among the transactions that
 * moved the owner's tokens one fills this very order, itself or by a call inside it. A nonce that its owner cancelled has
 * no such transaction, as is known once the deadline has passed in a final block.
 * @throws `NETWORK_UNAVAILABLE`
 */
export async function findOrderFill(chain: Chain, order: SignedOrder, query: FillQuery): Promise<OrderFillSearch> {
  const found = await findFillOfAnyDepth(chain, order, query)
  return found === 'young' ? 'undecided' : found
}

/**
 * As {@link findOrderFill}, but a fill that all endpoints show and that is not deep enough is told from none.
 * @throws `NETWORK_UNAVAILABLE`
 */
export async function findFillOfAnyDepth(
  chain: Chain,
  order: SignedOrder,
  { needed, first, own, confirmations }: FillQuery,
): Promise<OrderFillSearch | 'young'> {
  // by its own deadline: the relayer ends earlier if the permit does, but another allowance serves others
  const { block: last, isUsed, isExpired } = await readOrderState(chain, order, needed)
  if (last === undefined) return 'undecided'
  if (isUsed === false) return isExpired ? 'expired' : 'executable'
  const search = { account: order.sender, taken: order.fromAsset, first: Math.max(0, first), last }
  const hashes = (await chain.transfers(search)).filter((hash) => !own.has(hash))
  const { fill, isComplete } = await findFill(chain, order, hashes)
  if (fill !== undefined) return verifyFill(chain, order, fill, confirmations)
  // A node's logs may come after its state: only once the deadline is final does their silence tell.
  return isUsed && isExpired && isComplete ? 'cancelled' : 'undecided'
}

interface CandidateSearch {
  readonly fill: FoundFill | undefined
  /** None of them executed the order, for certain. */
  readonly isComplete: boolean
}

async function findFill(chain: Chain, order: SignedOrder, hashes: readonly Hex[]): Promise<CandidateSearch> {
  const candidates = await sortCandidates(chain, order, hashes.slice(-maxCandidates))
  let isComplete = hashes.length <= maxCandidates
  for (const hash of candidates) {
    const judged = await judgeCandidate(chain, order, hash)
    if (typeof judged === 'object') return { fill: judged, isComplete }
    if (judged === 'maybe') isComplete = false
  }
  return { fill: undefined, isComplete }
}

/** Those first that fill the order themselves by the endpoint in use: whether they do, is asked for again. */
async function sortCandidates(chain: Chain, order: SignedOrder, hashes: readonly Hex[]): Promise<readonly Hex[]> {
  if (hashes.length < 2) return hashes
  const isFill = (data: Hex) => readSignedOrder(chain.network, data)?.terms === order.terms
  const direct = (await chain.transactions(hashes)).filter(({ to, data }) => to === order.contract && isFill(data))
  return [...new Set([...direct.map(({ hash }) => hash), ...hashes])]
}

/** From whichever endpoint knows it: the one in use may lag, or hide it. */
export async function fetchTransactions(chain: Chain, hashes: readonly Hex[]): Promise<readonly ChainTransaction[]> {
  const known = await chain.transactions(hashes)
  const missing = hashes.filter((hash) => !known.some((one) => one.hash === hash)).slice(-maxCandidates)
  const found = await Promise.all(missing.map((hash) => chain.findTransaction(hash)))
  return [...known, ...found.flatMap((one) => one?.transaction ?? [])]
}

/**
 * By every endpoint: one alone may be wrong, also about which blocks there are.
 * @returns `young` if all of them show it, but not deep enough
 */
export async function verifyFill(
  chain: Chain,
  { output }: Pick<SignedOrder, 'output'>,
  { hash, from, inside }: FoundFill,
  confirmations = chain.network.confirmations,
): Promise<OrderFill | 'young' | 'undecided'> {
  const checks = await chain.checkTransaction({ hash, sender: from }, 'all')
  const receipt = checks.find((one) => one.receipt !== undefined)?.receipt
  if (receipt === undefined) return 'undecided'
  const isSuccess = checks.every(
    (one) => one.receipt?.blockHash === receipt.blockHash && one.receipt.status === 'success',
  )
  if (!isSuccess) return 'undecided'
  const depth = Math.min(...checks.map(({ head }) => head.number)) - receipt.block + 1
  if (depth < confirmations) return 'young'
  const receipts = checks.flatMap((one) => one.receipt ?? [])
  const { block, blockHash } = receipt
  const mined = toAgreedFacts({ block, blockHash, ...agreeOnFigures(receipts) })
  return { hash, mined, depth, received: output && readReceived(chain.network, receipts, { output, inside }) }
}

interface FillOutput {
  readonly output: NonNullable<SignedOrder['output']>
  readonly inside: FoundFill['inside']
}

/** A trace is the word of one endpoint alone, and so are the logs that one shows. */
function readReceived(
  network: Network,
  receipts: readonly Receipt[],
  { output, inside }: FillOutput,
): Amount | undefined {
  if (inside === undefined) return readAgreedAmount(network, receipts, output)
  const paid = inside.returned
  if (paid === undefined) return undefined
  return receipts.every((one) => showsAmountReceived(network, one, { output, paid })) ? paid : undefined
}
