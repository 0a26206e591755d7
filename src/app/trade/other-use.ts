/** What used an order's nonce in place of the order: another order of its sender, or its sender's cancellation. */
import { fetchTransactions, verifyFill } from '#app/trade/order-fill'
import { isUsedAfter } from '#app/trade/order-state'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import type { Address, Hex } from '#domain/units'
import { decodeCancel, isNonceAmong } from '#encoding/order/nonces'

interface UsedNonce extends Pick<SignedOrder, 'nonces' | 'sender' | 'nonce'> {}

interface UseQuery {
  /** The blocks that are searched, both included. */
  readonly first: number
  readonly last: number
  /** Whether an order with the nonce may be the one that is asked about: that one proves nothing against itself. */
  readonly mayBeOwn: (order: SignedOrder, data: Hex) => boolean
}

/**
 * Proves that an order was not filled and cannot be, by what used its nonce: a transaction that every endpoint shows with success
 * in the same final block, and whose bytes give its hash and its sender. What is filled inside of another call, or cancelled by
 * a contract, proves nothing.
 * @returns its hash; `undefined` if none is found
 * @throws `NETWORK_UNAVAILABLE`, `TRANSACTION_DISPUTED`
 */
export async function findOtherUse(chain: Chain, used: UsedNonce, query: UseQuery): Promise<Hex | undefined> {
  return (await findOtherOrder(chain, used, query)) ?? (await findCancellation(chain, used, query))
}

/** By any submitter: a nonce is used once, so the order that used it is the only one that did. */
async function findOtherOrder(chain: Chain, used: UsedNonce, query: UseQuery): Promise<Hex | undefined> {
  const { first, last } = query
  const hashes = await chain.transfers({ account: used.sender, first, last })
  for (const { hash, data } of await fetchTransactions(chain, hashes)) {
    if (!isOther(chain, used, query, data)) continue
    // its bytes are what the endpoint in use says, until they give its hash
    const proven = (await chain.findTransaction(hash))?.transaction
    if (proven === undefined || proven.to !== used.nonces || !isOther(chain, used, query, proven.data)) continue
    if (await isFinalSuccess(chain, proven)) return hash
  }
  return undefined
}

function isOther({ network }: Chain, used: UsedNonce, { mayBeOwn }: UseQuery, data: Hex): boolean {
  const order = readSignedOrder(network, data)
  if (order === undefined || order.sender !== used.sender || order.nonce !== used.nonce) return false
  return order.contract === used.nonces && order.nonces === used.nonces && !mayBeOwn(order, data)
}

/** The newest transactions of the sender that are looked at. */
const maxOwnTransactions = 8

/**
 * A cancellation succeeds of a used nonce too. So the nonce has to be free in the block before, and nothing may have moved the
 * sender's tokens in its own, as a fill would have.
 */
async function findCancellation(chain: Chain, used: UsedNonce, { first }: UseQuery): Promise<Hex | undefined> {
  const { sender, nonces, nonce } = used
  const next = Math.min(...(await chain.allNonces(sender)).map(({ latest }) => latest))
  for (let own = next - 1; own >= Math.max(0, next - maxOwnTransactions); own--) {
    const user = await chain.findNonceUser({ sender, nonce: own, freeAt: first, own: [] })
    if (user === undefined || user.block < first) return undefined
    if (user.call?.to !== nonces || !cancels(user.call.data, nonce)) continue
    if ((await isUsedAfter(chain, used, user.block - 1)) !== false) continue
    const moved = await chain.transfers({ account: sender, first: user.block, last: user.block })
    const isProven = moved.length === 0 && (await isFinalSuccess(chain, { hash: user.by, from: sender }))
    return isProven ? user.by : undefined
  }
  return undefined
}

function cancels(data: Hex, nonce: bigint): boolean {
  const call = decodeCancel(data)
  return call !== undefined && call.word === nonce >> 8n && isNonceAmong(call.mask, nonce)
}

const isFinalSuccess = async (chain: Chain, sent: { readonly hash: Hex; readonly from: Address }): Promise<boolean> =>
  typeof (await verifyFill(chain, { output: undefined }, sent)) !== 'string'
