/**
 * An order can be filled by anyone who has its bytes, and everybody has those of a transaction that waits in public. Ours
 * then reverts, or is cancelled, though the owner got what was signed.
 */
import { readAgreedAmount, showsAmountReceived } from '#app/trade/explain/router-swap'
import { readOrderState } from '#app/trade/order-state'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord, uintAt } from '#domain/calls/words'
import type { Chain, ChainTransaction, Receipt } from '#domain/chain/port'
import type { CallFrame } from '#domain/debugging/trace'
import { agreeOnFigures } from '#domain/journal/looks'
import { type AgreedFacts, toAgreedFacts } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import { type Address, type Amount, amount, type Hex, wei } from '#domain/units'
import { isNonceAmong, readNonces } from '#encoding/order/nonces'

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
 * - `cancelled`: its nonce was used by no fill since the first block that was searched, and its deadline has passed likewise
 * - `executable`: its nonce is free, and its deadline has not passed in a final block
 * - `undecided`: endpoints lag or contradict each other, a fill is not deep enough to be final, or none is found yet of a
 *   nonce that was used
 *
 * It is to be asked again after the last two.
 */
export type OrderFillSearch = OrderFill | 'expired' | 'cancelled' | 'executable' | 'undecided'

/** Transfers of the owner that are traced: an owner who makes more meanwhile hides nothing but its own success. */
const maxTraced = 50

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
  const hashes = await chain.transfers({ account: order.sender, first: Math.max(0, first), last })
  const fill = await findFill(
    chain,
    order,
    hashes.filter((hash) => !own.has(hash)),
  )
  if (fill !== undefined) return verifyFill(chain, order, fill, confirmations)
  // A node's logs may come after its state: only once the deadline is final does their silence tell.
  return isUsed && isExpired ? 'cancelled' : 'undecided'
}

interface FoundFill {
  readonly hash: Hex
  readonly from: Address
  /** Of a fill inside of another call: its logs may be those of several orders. What ours returned, if that is known. */
  readonly inside?: { readonly returned: Amount | undefined }
}

/** A fill that is the transaction itself is told by its bytes; one inside of others by its trace. */
async function findFill(chain: Chain, order: SignedOrder, hashes: readonly Hex[]): Promise<FoundFill | undefined> {
  const { contract } = order
  const isFill = (data: Hex) => readSignedOrder(chain.network, data)?.terms === order.terms
  const all = await fetchTransactions(chain, hashes)
  const direct = all.find(({ to, data }) => to === contract && isFill(data))
  // Its bytes are what the endpoint in use says, until they give its hash.
  const proven = direct && (await chain.findTransaction(direct.hash))?.transaction
  if (proven !== undefined && isFill(proven.data)) return proven
  for (const one of all.filter(({ to }) => to !== contract).slice(-maxTraced)) {
    const frame = await chain.traceCalls(one.hash)
    const call = frame && findFillCall(frame, contract, isFill)
    if (call !== undefined) return { ...one, inside: { returned: readReturned(call) } }
    if (frame === undefined && (await paysOrder(chain, order, one))) return { ...one, inside: { returned: undefined } }
  }
  return undefined
}

/** From whichever endpoint knows it: the one in use may lag, or hide it. */
export async function fetchTransactions(chain: Chain, hashes: readonly Hex[]): Promise<readonly ChainTransaction[]> {
  const known = await chain.transactions(hashes)
  const missing = hashes.filter((hash) => !known.some((one) => one.hash === hash)).slice(-maxTraced)
  const found = await Promise.all(missing.map((hash) => chain.findTransaction(hash)))
  return [...known, ...found.flatMap((one) => one?.transaction ?? [])]
}

function findFillCall(frame: CallFrame, contract: Address, isFill: (data: Hex) => boolean): CallFrame | undefined {
  if (frame.error !== undefined) return undefined // what a call does that fails is undone
  if (frame.kind === 'CALL' && frame.to === contract && isFill(frame.input)) return frame
  for (const call of frame.calls) {
    const found = findFillCall(call, contract, isFill)
    if (found !== undefined) return found
  }
  return undefined
}

/** Our router returns one word, what it paid. */
const readReturned = ({ output }: CallFrame): Amount | undefined =>
  output.length === 66 ? amount(uintAt(output, 0)) : undefined

/**
 * Where no endpoint traces: the owner paid exactly what the order costs, to our router the fee by a transfer of its own, in
 * the block that used its nonce. Without that block's state, another order of the same amounts looks the same.
 */
async function paysOrder(chain: Chain, order: SignedOrder, { hash }: FoundFill): Promise<boolean> {
  const receipt = await chain.receipt(hash)
  if (receipt === undefined) return false
  const from = `0x${addressWord(order.sender)}`
  const paid = receipt.logs
    .filter(({ address, topics }) => address === order.fromAsset && topics[0] === transferTopic && topics[1] === from)
    .map(({ data }) => (data === '0x' ? 0n : BigInt(data)))
  const { swapFee: fee, cost, paysFeeItself } = order
  const showsFee = !paysFeeItself || fee === 0n || paid.includes(fee)
  const isPaid = showsFee && paid.reduce((sum, one) => sum + one, 0n) === cost
  if (!isPaid) return false
  const { block } = receipt
  const [before, after] = await Promise.all([isUsedAfter(chain, order, block - 1), isUsedAfter(chain, order, block)])
  return before !== true && after !== false
}

/** Whether the order's nonce was used after a block; `undefined` without its state. */
export async function isUsedAfter(
  chain: Chain,
  { nonces, sender, nonce }: Pick<SignedOrder, 'nonces' | 'sender' | 'nonce'>,
  block: number,
): Promise<boolean | undefined> {
  const word = readNonces(nonces, sender, nonce >> 8n)
  const { to, data } = word
  const answer = await chain.simulateAt({ from: sender, to, data, value: wei(0n) }, block)
  return answer?.ok ? isNonceAmong(word.decode(answer.data), nonce) : undefined
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
