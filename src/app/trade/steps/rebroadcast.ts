import type { TradeContext } from '#app/context'
import { findForeignWaiting } from '#app/trade/steps/nonces'
import { refreshStep } from '#app/trade/steps/refresh'
import {
  broadcastStep,
  findPrivateUrl,
  getSignedStep,
  listNonceRivals,
  rereadIntent,
  type SignedStep,
} from '#app/trade/steps/send'
import { isFailure } from '#domain/errors'
import { findBroadcastTarget, isPublished } from '#domain/journal/private-sending'
import { type Intent, type JournalTx, newestVersion } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'

/** Seconds between broadcasts of the same bytes, while no endpoint shows them. A private endpoint is not asked for them. */
const intervals = { public: 3, private: 12 } as const

/**
 * Whether the newest bytes should be broadcast again now. From the record, so a run that resumes an earlier run's bytes
 * broadcasts them at once; so are private bytes whose time to go public has come.
 */
export function isRebroadcastDue(tx: JournalTx, now: number): boolean {
  const { conclusion, observations } = tx
  if (!conclusion.mayBroadcast) return false
  const { hash, sending } = newestVersion(tx)
  const last = observations.findLast((one) => one.kind === 'broadcast' && one.hash === hash)
  const target = findBroadcastTarget(sending, observations) === 'public' ? 'public' : 'private'
  if (sending !== undefined && target === 'public' && !isPublished(observations)) return true
  const passed = now - (last?.at ?? 0)
  // a clock that was set back since does not tell how long ago it was
  return passed < 0 || passed >= intervals[target]
}

/**
 * Broadcasts the newest stored bytes of a step to every node again, or to its private endpoint, if the evidence still
 * asks for it once the account is locked. If another process holds the lock, which may be replacing this very step,
 * nothing is sent; nor if this machine does not know the private endpoint's URL.
 * @param isWanted by default while no endpoint shows them
 */
export async function rebroadcastStep(
  context: TradeContext,
  signed: SignedStep,
  dialogue: Pick<Dialogue, 'tell'>,
  isWanted: (tx: JournalTx) => boolean = ({ conclusion }) => conclusion.mayBroadcast,
): Promise<Intent> {
  const { intent, step } = signed
  try {
    return await context.lock.withLock(intent.chainId, intent.from, async () => {
      const current = await lookBeforePublishing(context, { ...signed, intent: await rereadIntent(context, intent) })
      const tx = getSignedStep(current, step)
      if (!isWanted(tx)) return current
      if (await mustYield(context, signed.chain, current, tx)) return current
      const target = findBroadcastTarget(newestVersion(tx).sending, tx.observations)
      if (target !== 'public' && findPrivateUrl(context, current.network, target) === undefined) {
        dialogue.tell({ what: 'not-resent', intent: current, endpoint: target.endpoint })
        return current
      }
      return broadcastStep(context, { ...signed, intent: current }, 'all', dialogue)
    })
  } catch (error) {
    if (!isFailure(error, 'STORE_BUSY')) throw error
    return rereadIntent(context, intent)
  }
}

/** Asks every endpoint about a step of an earlier run and, if they show nothing of it, broadcasts its bytes again. */
export async function lookAndRebroadcast(
  context: TradeContext,
  signed: SignedStep,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Intent> {
  const intent = await refreshStep(context, signed, 'all')
  const { mayBroadcast } = getSignedStep(intent, signed.step).conclusion
  return mayBroadcast ? rebroadcastStep(context, { ...signed, intent }, dialogue) : intent
}

/**
 * Whether another intent, or another program, has the nonce now. Bytes that were handed to nobody hold none; those that every
 * node has dropped lose it in time (`chooseNonce`), and sent again they could push out the later transaction.
 */
async function mustYield(
  context: Pick<TradeContext, 'journal'>,
  chain: SignedStep['chain'],
  intent: Intent,
  tx: JournalTx,
): Promise<boolean> {
  const rivals = await listNonceRivals(context, intent, tx)
  const newestAt = (one: JournalTx): number => newestVersion(one).signedAt
  const isLater = (one: JournalTx): boolean => one.nonce === tx.nonce && newestAt(one) > newestAt(tx)
  if (rivals.some(({ transactions }) => tx.stage === 'signed' || transactions.some(isLater))) return true
  const known = [tx, ...rivals.flatMap(({ transactions }) => transactions.filter((one) => one.nonce === tx.nonce))]
  const hashes = known.flatMap(({ versions }) => versions.map(({ hash }) => hash))
  return (await findForeignWaiting(chain, { from: intent.from, nonce: tx.nonce, hashes })) !== undefined
}

/** Bytes do not stop being private by the head of one node: every endpoint is asked first. */
async function lookBeforePublishing(context: TradeContext, signed: SignedStep): Promise<Intent> {
  const tx = getSignedStep(signed.intent, signed.step)
  const { sending } = newestVersion(tx)
  const isFirst = sending !== undefined && !isPublished(tx.observations)
  const isDue = isFirst && findBroadcastTarget(sending, tx.observations) === 'public'
  return isDue ? refreshStep(context, signed, 'all') : signed.intent
}
