/** What can be concluded of a swap whose transaction the endpoint in use does not show in a block. */
import type { SwapsContext } from '#app/swaps/context'
import { findVersion } from '#app/swaps/find-version'
import { readFinalStates } from '#app/trade/final-states'
import { readOrderState } from '#app/trade/order-state'
import { findOtherUse } from '#app/trade/other-use'
import type { SignedOrder } from '#app/trade/signed-order'
import { readSupportedHeight } from '#app/trade/supported-height'
import type { Chain } from '#domain/chain/port'
import type { OrderNonce, SwapRecord } from '#domain/service/swap-record'
import type { Hex } from '#domain/units'
import { keccak } from '#encoding/keccak'

export type SwapObservation = Pick<
  SwapRecord,
  'status' | 'substatus' | 'mined' | 'amountOut' | 'reason' | 'crossing' | 'versionHash'
>

/** A swap whose transaction is known. */
export interface SentSwap extends SwapRecord {
  readonly transactionHash: Hex
}

/** The same call was sent once more, with the same nonce: that transaction is to be looked at. */
interface SpedUp {
  readonly version: Hex
}

/** Blocks that are searched for the user of a nonce where past states are pruned: some minutes of most chains. */
const blocksRead = 599

const nothing = { mined: undefined, amountOut: undefined, reason: undefined }
const expired = { ...nothing, status: 'expired', substatus: 'expired' } as const

/** Whether any look has shown it in a block: a reorganization takes the facts back, and leaves that in the timeline. */
const wasMined = ({ mined, timeline }: SwapRecord): boolean =>
  mined !== undefined || timeline.some(({ block }) => block !== undefined)

/** What was in a block has not failed because nodes forget their receipts: its state and what is known of it stay. */
function toUnknown(record: SwapRecord): SwapObservation {
  if (!wasMined(record)) return { ...nothing, status: 'pending', substatus: 'unknown' }
  const { status, mined, amountOut } = record
  const reason = 'it was seen in a block, and not all of its RPC endpoints show it there now'
  return { status, substatus: 'unknown', mined, amountOut, reason }
}

/**
 * Not in a block by the endpoint in use. It has ended only where every endpoint shows that it cannot be mined any more, and
 * who used its nonce is known: a node that forgot the receipt of a mined transaction shows a used nonce, too.
 */
export async function observeUnmined(
  context: Pick<SwapsContext, 'clock'>,
  chain: Chain,
  record: SentSwap,
): Promise<SwapObservation | SpedUp> {
  const { from, transactionHash: hash, nonce, deadline, gasless } = record
  // before the looks: what used the nonce by then is not seen as absent after it was mined
  const head = await readSupportedHeight(chain, from, context.clock.now())
  const states = await readFinalStates(chain, from, head)
  const looks = await chain.checkTransaction({ hash, sender: from }, 'all')
  if (looks.some(({ seen }) => seen === 'waiting')) return { ...nothing, status: 'pending', substatus: 'submitted' }
  if (states.length === 0 || looks.some(({ seen }) => seen !== 'absent')) return toUnknown(record)
  if (gasless) return observeOrder(context, chain, record)
  const nonces = states.flatMap((state) => state.nonce ?? [])
  const isLate = states.every(({ block }) => block.time > deadline)
  if (nonces.some((used) => used > nonce)) {
    if (nonces.some((used) => used <= nonce)) return toUnknown(record)
    const isGone = looks.length > 1 && isLate && isReceiptKept(context, chain, record)
    return observeNonceUser(chain, record, { head, isGone })
  }
  return isLate && nonces.length > 0 ? expired : toUnknown(record)
}

const usedReason = 'its nonce was used, and no RPC endpoint shows the transaction'

/**
 * No endpoint has the transaction that submitted the order. Its sender may have sent the order once more by another, as may
 * anybody: it has ended only if a block later than its deadline is final, and by every endpoint its nonce is free, or was used by
 * something that is not this order.
 */
async function observeOrder(
  context: Pick<SwapsContext, 'clock'>,
  chain: Chain,
  record: SentSwap,
): Promise<SwapObservation> {
  const { order, from: sender, deadline } = record
  if (order === undefined) return toUnknown(record)
  const { isUsed, isExpired, block } = await readOrderState(chain, { ...order, sender, deadline })
  if (isUsed === false && isExpired) return expired
  const usedBy =
    isUsed && isExpired ? await findUseOfOther(context, chain, { record, order, last: block ?? 0 }) : undefined
  if (usedBy !== undefined) return { ...expired, reason: `another transaction used the nonce of its order: ${usedBy}` }
  const open = toUnknown(record)
  return isUsed === true ? { ...open, reason: open.reason ?? usedReason } : open
}

/** How long before an order's transaction was reported its nonce may have been used, and how long after it is searched for. */
const [searchedBefore, searchedAfter] = [3_600, 86_400]

/** An order with these members may be this one, in any bytes: what else it says is not recorded. */
async function findUseOfOther(
  { clock }: Pick<SwapsContext, 'clock'>,
  chain: Chain,
  { record, order, last }: { readonly record: SentSwap; readonly order: OrderNonce; readonly last: number },
): Promise<Hex | undefined> {
  const age = clock.now() - record.createdAt
  if (age > searchedAfter) return undefined
  const first = Math.max(0, last - Math.ceil(((age + searchedBefore) * 1_000) / chain.network.blockTimeMs))
  const mayBeOwn = ({ fromAsset, deadline }: SignedOrder, data: Hex): boolean =>
    keccak(data) === record.payloadHash || (fromAsset === record.sell && deadline === record.deadline)
  return findOtherUse(chain, { ...order, sender: record.from }, { first, last, mayBeOwn })
}

/** Nodes that prune receipts keep those of 10,000 blocks; half of that, for chains faster than their entry says. */
const blocksKept = 5_000

/**
 * Whether every node still has the receipt of a transaction that was mined since it was reported: a node without past states
 * tells for a while only who used a nonce, and two that have nothing of the transaction tell as much.
 */
const isReceiptKept = ({ clock }: Pick<SwapsContext, 'clock'>, { network }: Chain, record: SwapRecord): boolean =>
  !wasMined(record) && (clock.now() - record.createdAt) * 1_000 < blocksKept * network.blockTimeMs

interface UsedNonce {
  readonly head: number
  /** It has ended, even if its nonce's user is not found. */
  readonly isGone: boolean
}

/** Its nonce is used in a final block. */
async function observeNonceUser(
  chain: Chain,
  record: SentSwap,
  { head, isGone }: UsedNonce,
): Promise<SwapObservation | SpedUp> {
  const { from: sender, nonce, transactionHash, versionHash } = record
  const replaced = { ...nothing, status: 'error', substatus: 'replaced' } as const
  const own = [transactionHash, versionHash].filter((hash) => hash !== undefined)
  const user = await chain.findNonceUser({ sender, nonce, freeAt: Math.max(0, head - blocksRead), own })
  // a version that used the nonce was mined, even if every node has forgotten it since
  if (user === undefined) return isGone && versionHash === undefined ? replaced : toUnknown(record)
  if (user.by === transactionHash) return toUnknown(record)
  const version = await findVersion(chain, record, user.by)
  if (version === 'same') return { version: user.by }
  return version === 'other' ? replaced : toUnknown(record)
}
