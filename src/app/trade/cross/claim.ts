import { requireOurContracts } from '#app/crossing/our-contracts'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { requireOwnCompletion } from '#app/trade/cross/completion'
import type { CrossContext } from '#app/trade/cross/context'
import { trackSigned } from '#app/trade/cross/renewal'
import { requireAccepted } from '#app/trade/steps/accepted'
import { addGasMargin, completePayload, expectedPriceOf } from '#app/trade/steps/complete-payload'
import { followStep } from '#app/trade/steps/follow'
import { createCallBudget, requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { withOutcome } from '#app/trade/steps/outcome'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import type { Recovery } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import { hasFailedForGood } from '#domain/journal/call-outcome'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { Signer } from '#domain/trade/accounts'
import type { ClaimRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import { wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { computeClaimId, decodeClaimCall } from '#encoding/crossing/message'

/**
 * Ends what a crossing left open on its other network. All that is known of it comes from the two chains, by the hash of
 * the source's transaction: the journal may be empty. The call is decoded and compared with the claim, which the
 * contract keeps by its hash and pays to its recipient alone.
 * @throws `USAGE` if there is nothing of this kind to do; `ESTIMATE_GAS_FAILED` if it would fail now; as {@link trackSigned}
 */
export async function claim(context: CrossContext, request: ClaimRequest, dialogue: Dialogue): Promise<Intent> {
  const tracked = await trackSigned(context, request, dialogue)
  const recovery = requireRecovery(tracked, request)
  const { target } = tracked
  if (target === undefined) throw fail('INTERNAL', { reason: 'a recovery without a network' })
  const chain = await context.chain(target.network)
  await requireOurContracts(chain)
  if (recovery.action === 'complete') await requireOwnCompletion(chain, tracked, recovery)
  else requireOwnClaim(chain, tracked, recovery)
  const account = await context.accounts.find(request.account)
  checkAccountKind(account, chain.network)
  const signer = context.accounts.signer(account)
  if (recovery.by !== undefined && recovery.by !== signer.address)
    throw fail('ACCOUNT_DIFFERS', { expected: recovery.by, actual: signer.address })
  return carryOut(context, { request, chain, recovery, tracked, signer, name: account.name }, dialogue)
}

/** @throws `USAGE` with what the crossing's state is */
function requireRecovery(tracked: TrackedCrossing, { action }: ClaimRequest): Recovery {
  const { state, unsettled, recoveries, hash, network } = tracked
  const found = recoveries.find((one) => one.action === action)
  if (found !== undefined) return found
  const others = recoveries.map((one) => `--${one.action}`).join(' or ')
  throw fail('USAGE', {
    reason: `There is nothing to ${action} about ${hash}: it is ${unsettled === undefined ? state.state : `not settled, as ${unsettled.reason}`}${others === '' ? '' : `, for which there is ${others}`}.`,
    fix: `swapline status ${hash} -n ${network}`,
  })
}

/** @throws `PAYLOAD_MISMATCH` unless the bytes are a call about exactly the claim that is open */
function requireOwnClaim(chain: Chain, { state }: TrackedCrossing, { action, to, data }: Recovery): void {
  const { address } = getCrossing(chain.network)
  if (to !== address) throw fail('PAYLOAD_MISMATCH', { field: 'to', expected: address, actual: to })
  const call = decodeClaimCall(data)
  if (call === undefined || call.entry !== action || state.state !== 'partial')
    throw fail('PAYLOAD_MISMATCH', { field: 'data', expected: `${action} of a claim`, actual: data.slice(0, 10) })
  const [expected, actual] = [computeClaimId(state.claim), computeClaimId(call.claim)]
  if (expected !== actual) throw fail('PAYLOAD_MISMATCH', { field: 'claim', expected, actual })
}

interface ClaimRun {
  readonly request: ClaimRequest
  readonly chain: Chain
  readonly recovery: Recovery
  readonly tracked: TrackedCrossing
  readonly signer: Signer
  readonly name: string
}

async function carryOut(context: CrossContext, run: ClaimRun, dialogue: Dialogue): Promise<Intent> {
  const { request, chain, recovery, tracked, signer, name } = run
  const { network } = chain
  const call = { from: signer.address, to: recovery.to, data: recovery.data, value: wei(0n) }
  const opened = await openClaim(context, run)
  dialogue.tell({ what: 'intent', id: opened.id })
  const { confirmations, timeoutSeconds } = request
  return withOutcome(context, opened.id, async () => {
    const follow = (intent: Intent) =>
      followStep(context, { chain, intent, step: 'claim' }, { confirmations, timeoutSeconds }, dialogue)
    if (transactionOf(opened, 'claim') !== undefined) return follow(opened)
    const payload = await completePayload(chain, call, await chain.fees(call))
    const usual = createCallBudget(network, addGasMargin(payload.gasLimit, network))
    const gasBudget = { ...usual, maxCost: request.maxGas ?? usual.maxCost }
    await requireAllFeesWithin(chain, payload, gasBudget) // before a person is asked
    if (dialogue.confirmClaim === undefined) throw fail('INTERNAL', { reason: 'nobody can be asked about a claim' })
    await dialogue.confirmClaim({
      action: request.action,
      account: { name, address: signer.address },
      network: network.name,
      contract: recovery.to,
      claim: tracked.state.state === 'partial' ? tracked.state.claim : undefined,
      maxGasCost: gasBudget.maxCost,
      expectedGasCost: wei(payload.gasLimit * expectedPriceOf(payload.fees)),
      nativeUsd: undefined,
    })
    const sent = await signAndSend(
      context,
      { chain, intent: opened, step: 'claim', payload, signer, gasBudget },
      dialogue,
    )
    return request.wait ? follow(sent) : requireAccepted({ intent: sent, step: 'claim' })
  })
}

/** By the journal alone: which function ends it, and on which network, only the two chains tell. */
export async function findClaim(
  { journal }: Pick<CrossContext, 'journal'>,
  action: ClaimRequest['action'],
  source: string,
): Promise<Intent | undefined> {
  const all = await journal.list({ limit: 0 })
  const newest = all.find((intent) => {
    const [called, , , hash] = intent.key.split(':')
    return intent.kind === 'claim' && called === action && hash === source
  })
  return newest && hasFailed(newest) ? undefined : newest
}

/** The same call may be made again. */
function hasFailed(intent: Intent): boolean {
  const tx = transactionOf(intent, 'claim')
  return tx !== undefined && hasFailedForGood(tx.conclusion)
}

/**
 * One intent for a function called about a crossing, until it failed for good: then the next one. A completion may take
 * several calls, one after the other, each of another function.
 */
async function openClaim(
  { journal, uuid, clock }: CrossContext,
  { request: { hash, action }, recovery, chain: { network }, signer }: ClaimRun,
): Promise<Intent> {
  const selector = recovery.data.slice(0, 10)
  for (let turn = 1; ; turn += 1) {
    const key = `${action}:${selector}:${network.chainId}:${hash}:${signer.address}:${turn}`
    const draft = { id: uuid(), key, kind: 'claim' as const, network: network.name, chainId: network.chainId }
    const intent = await journal.open({ ...draft, from: signer.address, at: clock.now() })
    if (!hasFailed(intent)) return intent
  }
}
