import type { TradeContext } from '#app/context'
import { fetchL1Fee, requireFunds, reserveL1Fee } from '#app/funds'
import { addGasMargin } from '#app/trade/steps/complete-payload'
import { requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { findForeignWaiting } from '#app/trade/steps/nonces'
import { refreshStep } from '#app/trade/steps/refresh'
import { createReplacementBudget, raiseFees, toCancelCall } from '#app/trade/steps/replacement-fees'
import {
  broadcastStep,
  findPrivateUrl,
  getSignedStep,
  listNonceRivals,
  rereadIntent,
  type SignedStep,
} from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { notReplaceable, requireReplaceable } from '#domain/journal/outcome'
import { findBroadcastTarget } from '#domain/journal/private-sending'
import { type Intent, isSale, type JournalTx, newestVersion } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Signer, TransactionToSign } from '#domain/trade/accounts'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ReplacementPlan, ReplacementTerms } from '#domain/trade/replacement'
import { evm, type Hex } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { decodeCrossCall } from '#encoding/crossing/call'
import { decodeRouterCall } from '#encoding/swap/router-call'

/**
 * What would replace the newest version of a step. The chain is asked for fees, and for the gas of a cancellation;
 * nothing is signed.
 * @throws `NOT_REPLACEABLE`, `GAS_ABOVE_LIMIT`, `ESTIMATE_GAS_FAILED` if the account cannot pay it.
 */
export async function planReplacement(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  { kind, ...terms }: ReplacementTerms & Pick<ReplacementPlan, 'kind'>,
): Promise<ReplacementPlan> {
  const tx = getSignedStep(intent, step)
  const { hash, payload: before } = newestVersion(tx)
  await requireOpen(context, { chain, intent, tx, kind, replaces: hash })
  const call = kind === 'cancel' ? toCancelCall(before) : before
  const [market, gasLimit] = await Promise.all([
    chain.fees(),
    kind === 'cancel'
      ? chain.estimateGas(call).then((estimate) => addGasMargin(estimate, chain.network))
      : before.gasLimit,
  ])
  const budget = createReplacementBudget(chain.network, tx, terms)
  const { network } = chain
  const unpriced = { ...before, ...call, gasLimit }
  const l1Fee = reserveL1Fee(await fetchL1Fee(chain, unpriced))
  const fees = raiseFees({ network, before: before.fees, market, gasLimit, l1Fee, budget, bump: terms.bump })
  const payload: Payload = { ...unpriced, fees }
  await requireFunds(chain, payload, isSale(step) && kind !== 'cancel' ? intent.trade : undefined)
  return { kind, intent, step, nonce: tx.nonce, replaces: { hash, fees: before.fees }, payload, budget }
}

interface OpenCheck {
  readonly chain: Chain
  readonly intent: Intent
  readonly tx: JournalTx
  readonly kind: ReplacementPlan['kind']
  readonly replaces: ReplacementPlan['replaces']['hash']
}

/** @throws `NOT_REPLACEABLE` unless the step can still be mined, in time, on a nonce that is its own. */
async function requireOpen(context: TradeContext, { chain, intent, tx, kind, replaces }: OpenCheck): Promise<void> {
  requireReplaceable(intent.id, tx, replaces)
  for (const other of await listNonceRivals(context, intent, tx))
    if (await isInTheWay(context, { chain, tx, kind }, other))
      throw notReplaceable(intent.id, tx, `${other.kind} ${other.id} waits on its nonce as well`)
  await requireNoForeign(chain, intent, tx)
  requireReachable(context, intent, tx)
  if (kind === 'cancel') return
  if (newestVersion(tx).kind === 'cancel') throw notReplaceable(intent.id, tx, 'it is being cancelled')
  checkStoredCall(chain, intent, tx)
  const deadline = isSale(tx.step) ? intent.trade?.deadline : undefined
  if (deadline === undefined) return
  const { time } = await chain.head()
  const nextBlock = Math.max(time, context.clock.now()) + Math.ceil(chain.network.blockTimeMs / 1000)
  if (nextBlock > deadline) throw notReplaceable(intent.id, tx, 'its deadline passes before the next block')
}

/**
 * Whether an intent that shares the nonce keeps it. One that no endpoint has, has lost it: a cancellation uses the nonce up for
 * both, and what took the nonce later may be sped up.
 */
async function isInTheWay(
  context: TradeContext,
  { chain, tx, kind }: Pick<OpenCheck, 'chain' | 'tx' | 'kind'>,
  other: Intent,
): Promise<boolean> {
  for (const { step } of other.transactions.filter(({ nonce }) => nonce === tx.nonce)) {
    const rival = getSignedStep(await refreshStep(context, { chain, intent: other, step }, 'all'), step)
    const isEarlier = newestVersion(rival).signedAt < newestVersion(tx).signedAt
    if (rival.conclusion.stage !== 'unknown' || !(kind === 'cancel' || isEarlier)) return true
  }
  return false
}

/**
 * Bytes that every node has dropped have lost their nonce to what waits on it since. As long as an endpoint shows them, what
 * another one has may be the same.
 * @throws `NOT_REPLACEABLE`
 */
async function requireNoForeign(chain: Chain, { id, from }: Intent, tx: JournalTx): Promise<void> {
  const hashes = tx.versions.map(({ hash }) => hash)
  const endpoint = await findForeignWaiting(chain, { from, nonce: tx.nonce, hashes })
  if (endpoint === undefined) return
  const looks = await Promise.all(hashes.map((hash) => chain.checkTransaction({ hash, sender: from }, 'all')))
  if (looks.flat().some(({ seen }) => seen !== 'absent')) return
  const reason = `no endpoint has it, and ${endpoint} shows a transaction of another program waiting on its nonce`
  throw notReplaceable(id, tx, reason)
}

/** A replacement of private bytes goes to the same endpoint. @throws `NOT_REPLACEABLE` if its URL is not known any more. */
function requireReachable(context: TradeContext, intent: Intent, tx: JournalTx): void {
  const target = findBroadcastTarget(newestVersion(tx).sending, tx.observations)
  if (target === 'public' || findPrivateUrl(context, intent.network, target) !== undefined) return
  const key = `networks.${intent.network}.privateRpc`
  const reason = `it was sent privately to ${target.endpoint}, whose URL is not known here: set ${key} to it first`
  throw notReplaceable(intent.id, tx, reason)
}

/** What is signed again is what the user agreed to: a store that was changed is noticed. @throws `PAYLOAD_MISMATCH`. */
function checkStoredCall(chain: Chain, { trade }: Intent, tx: JournalTx): void {
  const { payload } = newestVersion(tx)
  if (!isSale(tx.step) || trade === undefined) return
  const isCross = tx.step === 'cross'
  if (!isCross && payload.to !== getRouter(chain.network).address) return
  const call = isCross ? readCrossCall(payload.data) : decodeRouterCall(payload.data)
  const fields = [
    ['token to sell', trade.sell.address, call?.tokenIn],
    ['token to buy', trade.buy.address, call?.tokenOut],
    ['amount', trade.sellAmount, call?.amountIn],
    ['minimum', trade.minimumOut, call?.minimumOut],
    ['recipient', trade.to, call?.recipient],
    ['deadline', trade.deadline, call?.deadline],
  ] as const
  const wrong = fields.find(([, expected, actual]) => expected !== actual)
  if (wrong === undefined) return
  const [field, expected, actual] = wrong
  throw fail('PAYLOAD_MISMATCH', { field, expected: String(expected), actual: String(actual) })
}

/** The terms of a call of the crossing contract, as a swap's. */
function readCrossCall(data: Hex) {
  const order = decodeCrossCall(data)?.order
  return (
    order && {
      tokenIn: evm(order.fromAsset),
      tokenOut: evm(order.toAsset),
      amountIn: BigInt(order.amountIn),
      minimumOut: BigInt(order.amountOutMin),
      recipient: evm(order.recipient),
      deadline: Number(order.deadline),
    }
  )
}

/**
 * That the stored call is what this account signed before: the same call and nonce give the same bytes, and nobody else
 * can make them. A changed store, its trade included, so changes nothing that is signed again. The bytes stay in this
 * function.
 * @throws `PAYLOAD_MISMATCH`
 */
async function requireOwnBytes(signer: Signer, request: TransactionToSign, tx: JournalTx): Promise<void> {
  const { raw, hash, payload } = newestVersion(tx)
  const again = await signer.sign({ ...request, payload }, async () => undefined) // nothing new: it is recorded already
  if (again.raw !== raw) throw fail('PAYLOAD_MISMATCH', { field: 'the hash', expected: hash, actual: again.hash })
}

/**
 * Signs a replacement, stores it, and only then broadcasts it to every node. The account is locked meanwhile, and the
 * step is looked up again under the lock: nothing is signed for a step that was mined, or replaced by another process.
 * @throws `NOT_REPLACEABLE`, `GAS_ABOVE_LIMIT` before anything is signed.
 */
export async function signReplacement(
  context: TradeContext,
  { chain, signer, plan }: { readonly chain: Chain; readonly signer: Signer; readonly plan: ReplacementPlan },
  dialogue: Dialogue,
): Promise<Intent> {
  const { kind, step, nonce, payload, budget, replaces } = plan
  await signer.unlock() // before the lock: a person may take a while to type
  return context.lock.withLock(payload.chainId, payload.from, async () => {
    const stored = await rereadIntent(context, plan.intent)
    const intent = await refreshStep(context, { chain, intent: stored, step }, 'all')
    const tx = getSignedStep(intent, step)
    await requireOpen(context, { chain, intent, tx, kind, replaces: replaces.hash })
    const { sending } = newestVersion(tx) // it goes where the replaced bytes went
    const reserved = await requireAllFeesWithin(chain, payload, budget)
    const { id, trade } = intent
    const request = { network: chain.network.name, payload, nonce, intent: id, step, trade, ...reserved }
    if (kind === 'speedup') await requireOwnBytes(signer, request, tx)
    await signer.sign(request, (signed) => {
      const terms = { budget, ...reserved, replaces: replaces.hash, ...(sending && { sending }) }
      const replacement = { kind, step, payload, nonce, ...signed, ...terms }
      return context.journal.recordReplacement(intent.id, replacement, context.clock.now())
    })
    dialogue.tell({ what: 'signed', intent: await rereadIntent(context, intent) })
    return broadcastStep(context, { chain, intent, step }, 'all', dialogue)
  })
}
