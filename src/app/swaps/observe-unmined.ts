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
  'status' | 'substatus' | 'mined' | 'amountOut' | 'reason' | 'crossing' | 'versionHash' | 'fillHash'
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

/**
 * What was in a block has not failed because nodes forget their receipts: its state and what is known of it stay.
 * @param why for any other
 */
function toUnknown(record: SwapRecord, why?: string): SwapObservation {
  if (!wasMined(record)) return { ...nothing, status: 'pending', substatus: 'unknown', reason: why }
  const { status, mined, amountOut } = record
  const reason = 'it was seen in a block, and not all of its RPC endpoints show it there now'
  return { status, substatus: 'unknown', mined, amountOut, reason }
}

/**
 * Not in a block by the endpoint in use. It has ended only where every endpoint shows that it cannot be mined any more, and
 * who used its nonce is known: a node that forgot the receipt of a mined transaction shows a used nonce, too.
 * @param looked other versions of it that are not in a block either
 */
export async function observeUnmined(
  context: Pick<SwapsContext, 'clock'>,
  chain: Chain,
  record: SentSwap,
  looked: readonly Hex[] = [],
): Promise<SwapObservation | SpedUp> {
  const { from, transactionHash: hash, nonce, deadline, gasless } = record
  // before the looks: what used the nonce by then is not seen as absent after it was mined
  const head = await readSupportedHeight(chain, from, context.clock.now())
  const states = await readFinalStates(chain, from, head)
  const looks = await chain.checkTransaction({ hash, sender: from }, 'all')
  if (looks.some(({ seen }) => seen === 'waiting')) return { ...nothing, status: 'pending', substatus: 'submitted' }
  const nonces = states.flatMap((state) => state.nonce ?? [])
  // one endpoint alone does not take back what was shown in a block
  const isAlone = wasMined(record) && Math.min(looks.length, nonces.length) < 2
  if (states.length === 0 || isAlone || looks.some(({ seen }) => seen !== 'absent')) return toUnknown(record)
  if (gasless) return observeOrder(context, chain, record)
  const isLate = states.every(({ block }) => block.time > deadline)
  if (nonces.some((used) => used > nonce))
    return nonces.some((used) => used <= nonce) ? toUnknown(record) : observeNonceUser(chain, record, { head, looked })
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
  return toUnknown(record, isUsed === true ? usedReason : undefined)
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

/** Of one look. An honest endpoint shows the version that was mined at once: more are those of one that makes them up. */
const maxVersions = 4

interface UsedNonce {
  readonly head: number
  readonly looked: readonly Hex[]
}

/**
 * Its nonce is used in a final block: by itself, by the same call under another hash, or by something else. As long as nobody
 * tells which, it may have succeeded, and been forgotten since.
 */
async function observeNonceUser(
  chain: Chain,
  record: SentSwap,
  { head, looked }: UsedNonce,
): Promise<SwapObservation | SpedUp> {
  const { from: sender, nonce, transactionHash, versionHash } = record
  const own = [transactionHash, versionHash, ...looked].filter((hash) => hash !== undefined)
  const user = await chain.findNonceUser({ sender, nonce, freeAt: Math.max(0, head - blocksRead), own })
  if (user === undefined) return toUnknown(record, usedReason)
  if (user.by === transactionHash) return toUnknown(record)
  const version = await findVersion(chain, record, user.by)
  if (version === 'same')
    return looked.includes(user.by) || looked.length === maxVersions ? toUnknown(record) : { version: user.by }
  const isFinal = head - user.block + 1 >= chain.network.confirmations
  return version === 'other' && isFinal ? { ...nothing, status: 'error', substatus: 'replaced' } : toUnknown(record)
}
