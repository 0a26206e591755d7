/** `status` of a swap to another network: of the journal, or of any by its source transaction. */
import type { Context } from '#cli/context'
import type { Result } from '#cli/out/types'
import { unitsToRaw } from '#cli/parse/amount'
import { crossResult, statusExitOf } from '#cli/request/crossing/result'
import { intentResult } from '#cli/request/intent-result'
import { nameEarlier } from '#cli/request/name-earlier'
import { requireTradable } from '#cli/request/quote-options'
import { trackedLines } from '#cli/screens/crossing/status'
import { statusLines } from '#cli/screens/trade/status'
import { chooseAccount } from '#cli/talk/choose-account'
import { createDialogue } from '#cli/talk/dialogue'
import { trackedView } from '#cli/views/crossing/tracked'
import { fail, isFailure, SwapError } from '#domain/errors'
import { toSent } from '#domain/journal/outcome'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { ClaimRequest } from '#domain/trade/crossing'
import { type Hex, hex, type NetworkName, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** The source transaction of a crossing. */
interface CrossingSource {
  readonly network: NetworkName
  readonly hash: Hex
}

/** Stages in which no version of it can be mined any more. */
const voidStages: ReadonlySet<string> = new Set(['cancelled', 'replaced', 'void'])

/**
 * Of an intent, once its transaction is signed: the transaction that deposits, which another wallet of the same key may have
 * sent. `undefined` if nothing was deposited by it for good.
 */
export function findCrossingSource(intent: Intent): CrossingSource | undefined {
  const tx = intent.kind === 'cross' ? transactionOf(intent, 'cross') : undefined
  if (tx === undefined) return undefined
  const { network } = intent
  const { replacedBy, isFinal } = tx.conclusion
  // the very call of the crossing was made, whatever became of our versions of it
  if (replacedBy?.sameCall === true) return { network, hash: replacedBy.hash }
  if (tx.kind === 'cancel' || (isFinal && voidStages.has(tx.stage))) return undefined
  return { network, hash: tx.hash }
}

/** Options of `status` that concern a crossing. */
export interface CrossingStatusOptions {
  readonly watch: boolean
  readonly exitStatus: boolean
}

interface CrossingQuestion extends CrossingStatusOptions {
  readonly intent: Intent
  readonly source: CrossingSource
}

/**
 * The status of an intent, with the other network as well; `unasked`: why that could not be asked, or does not tell. What
 * the journal knows is shown all the same.
 */
export async function crossingStatus(
  context: Context,
  { intent, source, watch, exitStatus }: CrossingQuestion,
): Promise<Result | { readonly unasked: string }> {
  const found = await context.out
    .withSpinner('Asking both chains', track(context, source, watch))
    .catch((error: unknown) => ({ unasked: whyUntold(error) }))
  if ('unasked' in found) return found
  const tracked = found
  const result = crossResult({ intent, tracked })
  return {
    ...result,
    lines: (screen) => [...statusLines(intent, screen), '', ...trackedLines(tracked, screen, intent)],
    exit: statusExitOf(tracked, exitStatus),
  }
}

/** @returns `undefined` if the transaction is no crossing */
export async function findForeignCrossing(
  context: Context,
  reference: string,
  { watch, exitStatus }: CrossingStatusOptions,
): Promise<Result | undefined> {
  if (!/^0x[0-9a-f]{64}$/.test(reference) || context.settings.get('network') === undefined) return undefined
  const { name: network, chainId } = await requireTradable(context)
  const source = { network, hash: hex(reference) }
  // One look first: what is no crossing may be pending for long, and is watched by its own screen.
  const first = await track(context, source, false).catch(undefinedIfNone)
  if (first?.target === undefined) return undefined
  const tracked = watch ? await track(context, source, true) : first
  return {
    data: { kind: 'crossing', crossing: trackedView(tracked) },
    lines: (screen) => trackedLines(tracked, screen),
    meta: { network, chainId },
    exit: statusExitOf(tracked, exitStatus),
  }
}

function undefinedIfNone(error: unknown): undefined {
  if (!isFailure(error, 'SWAP_NOT_FOUND')) throw error
}

/** @throws `error` itself if it is no failure to learn what became of it */
function whyUntold(error: unknown): string {
  if (!(error instanceof SwapError) || !untoldCodes.has(error.code)) throw error
  return error.message
}

/** The other network has no entry any more, no endpoint that answers, or one that contradicts itself. */
const untoldCodes: ReadonlySet<string> = new Set([
  ...['NETWORK_UNAVAILABLE', 'STALE_HEAD', 'WRONG_CHAIN', 'SANDBOX_NOT_RUNNING'],
  ...['NETWORK_NOT_SUPPORTED', 'CHECK_FAILED'],
])

const pauseMs = 1_000
/** Every endpoint is asked each time, until the blocks of both networks are final. */
const settlingPauseMs = 5_000

async function track(context: Context, { network, hash }: CrossingSource, watch: boolean): Promise<TrackedCrossing> {
  const trader = await context.trader()
  for (;;) {
    const tracked = await trader.trackCrossing(network, hash)
    const { state } = tracked.state
    if (!watch || (state !== 'pending' && state !== 'bridging')) return tracked
    context.interruption.setPending(fail('PENDING', { what: 'The crossing', id: hash, known: `It is ${state}.` }))
    await context.clock.sleep(tracked.unsettled === undefined ? pauseMs : settlingPauseMs)
  }
}

interface CrossingEnding {
  readonly action: ClaimRequest['action']
  /** In whole units of the other network's native currency. */
  readonly maxGas: string | undefined
}

/**
 * `status --retry`, `--release`, `--complete`: ends what is open, and shows the call's own progress. What is refused before
 * the call is signed is about a crossing that may be on the chain, and names it.
 * @param reference an intent's, or the hash of a source transaction on the chosen network
 * @throws `SWAP_NOT_FOUND`, `USAGE`; as `Trader.claim`
 */
export async function endCrossing(context: Context, reference: string, ending: CrossingEnding): Promise<Result> {
  const intent = await (await context.journal()).find(reference)
  const source = intent && findCrossingSource(intent)
  if (intent === undefined || source === undefined) {
    nameEarlier(context, async () => (await context.trader()).findClaim(ending.action, reference))
    return endFromSource(context, await requireNamedSource(context, reference), ending)
  }
  context.interruption.setIntent(intent.id)
  try {
    return await endFromSource(context, source, ending)
  } catch (error) {
    throw nameCrossing(intent, source, error)
  }
}

/** A failure with a hash is about the call itself, which was signed. */
function nameCrossing(intent: Intent, { hash }: CrossingSource, error: unknown): unknown {
  const tx = transactionOf(intent, 'cross')
  if (!(error instanceof SwapError) || error.context.txHash !== undefined || tx === undefined) return error
  return error.withContext({ sent: toSent(tx.conclusion), swapId: intent.id, txHash: hash })
}

async function endFromSource(
  context: Context,
  source: CrossingSource,
  { action, maxGas }: CrossingEnding,
): Promise<Result> {
  const account = await chooseAccount(context)
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  try {
    const request: ClaimRequest = {
      ...source,
      action,
      account: account.name,
      maxGas: await toMaxGas(context, source, maxGas),
      confirmations: 1,
      timeoutSeconds: context.settings.get('timeout'),
      wait: true,
    }
    const intent = await (await context.trader()).claim(request, dialogue)
    return intentResult(intent, (screen) => statusLines(intent, screen))
  } finally {
    dialogue.end()
  }
}

async function toMaxGas(context: Context, source: CrossingSource, maxGas: string | undefined) {
  if (maxGas === undefined) return undefined
  const { target } = await track(context, source, false)
  if (target === undefined) throw fail('SWAP_NOT_FOUND', { id: source.hash })
  return wei(unitsToRaw(maxGas, getNetworkEntry(target.network).native))
}

/** A crossing that is in no journal, by its hash on the chosen network. @throws `SWAP_NOT_FOUND`, `USAGE` */
async function requireNamedSource(context: Context, reference: string): Promise<CrossingSource> {
  if (!/^0x[0-9a-f]{64}$/.test(reference)) throw fail('SWAP_NOT_FOUND', { id: reference })
  return { network: (await requireTradable(context)).name, hash: hex(reference) }
}
