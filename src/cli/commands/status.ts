import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import type { Redraw } from '#cli/out/redraw'
import type { Notice, Result } from '#cli/out/types'
import { choiceParser, integerParser, parseText } from '#cli/parse/plain'
import { parseReference } from '#cli/parse/reference'
import type { CrossingStatusOptions } from '#cli/request/crossing/status'
import { describeRequest } from '#cli/request/describe-request'
import { intentResult } from '#cli/request/intent-result'
import { findRemoteStatus, type RemoteStatusOptions } from '#cli/request/remote-status'
import { grantWarning } from '#cli/screens/trade/allowances'
import { statusLines } from '#cli/screens/trade/status'
import { createDialogue } from '#cli/talk/dialogue'
import { fail, isFailure } from '#domain/errors'
import { type Intent, purposeOf } from '#domain/journal/swap'
import type { ClaimRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import type { IntentStatus } from '#domain/trade/trader'

const parseUntil = choiceParser(['mined', 'final'] as const)

export const command = defineCommand({
  name: 'status',
  about: 'Show the progress of a swap or of any transaction to our router, or why it failed.',
  group: 'Trade',
  examples: ['status last', 'status e41f08aa --watch', 'status order-17 -o json', 'status 0x5a…e1 -n base'],
  arguments: {
    reference: {
      about: 'a swap, quote, batch, transaction hash, your own --id, or last',
      parse: parseReference,
      ask: 'Which swap?',
    },
  },
  options: {
    watch: { flag: '--watch', about: 'wait until it ends' },
    until: {
      flag: '--until <stage>',
      about: 'what counts as the end: mined or final',
      parse: parseUntil,
      fallback: 'final',
    },
    confirmations: {
      flag: '--confirmations <n>',
      about: 'confirmations until it is final',
      parse: integerParser(1, 1_000),
    },
    exitStatus: { flag: '--exit-status', about: 'exit 16 unless it is confirmed' },
    retry: { flag: '--retry', about: 'of a swap to another network: try the swap there again' },
    release: { flag: '--release', about: 'of the same: pay out what the bridge paid, as it is' },
    complete: { flag: '--complete', about: 'of the same: complete the bridge’s payment' },
    maxGas: { flag: '--max-gas <native>', about: 'maximum gas cost of that, native', parse: parseText },
  },
  sends: ['retry', 'release', 'complete'],
  schema: async () => (await import('#cli/schemas/trade/status')).Status,

  async run(context, { reference, watch, until: end, confirmations, exitStatus, ...actions }) {
    const ending = readEnding(actions)
    if (ending !== undefined) return context.out.printResult(await endCrossing(context, reference, ending))
    const trader = await context.trader()
    let found: IntentStatus
    try {
      const onFound = context.interruption.setIntent
      found = await trader.status(reference, { confirmations, onFound })
    } catch (notFound) {
      const options = { watch, until: end, confirmations, exitStatus }
      return context.out.printResult(await findElsewhere(context, reference, { options, notFound }))
    }
    const { intent: seen, unasked } = found
    const asked = end === 'mined' ? 1 : confirmations
    const intent = watch ? await followIntent(context, seen, asked) : seen
    // what was watched to its end has been asked
    const isAsked = unasked === undefined || watch
    const crossing = isAsked ? await readCrossing(context, intent, { watch, exitStatus }) : undefined
    if (crossing !== undefined && !('unasked' in crossing)) return context.out.printResult(crossing)
    const requested = await describeRequest(context, intent)
    const result = intentResult(intent, (screen) => statusLines(intent, screen, requested))
    const missed = warnUnasked(crossing?.unasked ?? (watch ? undefined : unasked))
    const isGood = isDone(intent, asked)
    const warnings = [...missed, ...(await warnOfGrants(context, intent))]
    context.out.printResult({ ...result, warnings, exit: exitStatus && !isGood ? 16 : missed.length > 0 ? 13 : 0 })
  },
})

const warnUnasked = (why: string | undefined): readonly Notice[] =>
  why === undefined ? [] : [{ code: 'CHAIN_NOT_ASKED', message: why }]

/** Of what was taken back: what could give it again. */
async function warnOfGrants(context: Context, intent: Intent): Promise<readonly Notice[]> {
  const grants = await (await context.trader()).findGrantsAfter(intent)
  if (grants.length === 0) return []
  const tokens = (await context.tokens()).list(intent.network)
  return grants.map((one) => grantWarning(one, tokens))
}

async function endCrossing(context: Context, reference: string, ending: Ending): Promise<Result> {
  return (await import('#cli/request/crossing/status')).endCrossing(context, reference, ending)
}

/** Of a swap to another network that is signed, both networks. */
async function readCrossing(context: Context, intent: Intent, options: CrossingStatusOptions) {
  if (intent.kind !== 'cross') return undefined
  const crossing = await import('#cli/request/crossing/status')
  const source = crossing.findCrossingSource(intent)
  return source && crossing.crossingStatus(context, { intent, source, ...options })
}

/** @returns `undefined` if no crossing has it @param notFound the journal's failure */
async function findForeign(
  context: Context,
  reference: string,
  { notFound, ...options }: CrossingStatusOptions & { readonly notFound: unknown },
) {
  if (!isFailure(notFound, 'SWAP_NOT_FOUND')) return undefined
  return (await import('#cli/request/crossing/status')).findForeignCrossing(context, reference, options)
}

/** Of what is in no journal. @param notFound the journal's failure @throws as `findRemoteStatus` */
async function findElsewhere(
  context: Context,
  reference: string,
  { options, notFound }: { readonly options: RemoteStatusOptions; readonly notFound: unknown },
): Promise<Result> {
  const find = () => findForeign(context, reference, { ...options, notFound })
  const result = (await find()) ?? (await findRemoteStatus(context, reference, { options, notFound }))
  // what was in no block at first may be a crossing, of which that transaction is only the beginning
  const later = options.watch && isOfOthers(result.data) ? await find() : undefined
  return later ?? result
}

/** Whether it is a transaction that does not call our router. */
const isOfOthers = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'ours' in data && data.ours === false

interface Ending {
  readonly action: ClaimRequest['action']
  readonly maxGas: string | undefined
}

type EndingOptions = Readonly<Record<ClaimRequest['action'], boolean>> & Pick<Ending, 'maxGas'>

/** @throws `USAGE` for more than one, and for a limit of none */
function readEnding({ maxGas, ...actions }: EndingOptions): Ending | undefined {
  const [action, ...others] = (['retry', 'release', 'complete'] as const).filter((name) => actions[name])
  if (others.length > 0) throw fail('USAGE', { reason: 'One of --retry, --release and --complete.' })
  if (action !== undefined) return { action, maxGas }
  if (maxGas !== undefined) throw fail('USAGE', { reason: '--max-gas is of --retry, --release or --complete.' })
  return undefined
}

/**
 * True if the intent's transaction succeeded and has the requested confirmations; by default, those of the network's
 * entry. Of a swap to another network that is a part only: what became of it is told by both.
 */
function isDone(intent: Intent, confirmations: number | undefined): boolean {
  const purpose = purposeOf(intent)
  if (purpose === undefined || intent.kind === 'cross') return false
  const { stage, depth, isFinal } = purpose.conclusion
  if (stage !== 'mined' && stage !== 'confirmed') return false
  return confirmations === undefined ? isFinal : depth >= confirmations
}

async function followIntent(context: Context, intent: Intent, wanted: number | undefined): Promise<Intent> {
  const last = intent.transactions.at(-1)
  if (last === undefined) return intent
  const { settings } = context
  const confirmations = wanted ?? settings.getConfirmations(intent.network) ?? last.conclusion.finalDepth
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  const redraw = context.out.startRedraw()
  try {
    const limits = { confirmations, timeoutSeconds: settings.get('timeout') }
    const shown = redraw === undefined ? dialogue : redrawing(dialogue, redraw)
    const ended = await (await context.trader()).follow(intent, limits, shown)
    redraw?.clear() // the result stands in its place; what failed stays above the failure
    return ended
  } finally {
    dialogue.end()
  }
}

/** Shows the whole progress again each time the chain was asked, instead of a line for each step. */
const redrawing = (dialogue: Dialogue, redraw: Redraw): Dialogue => ({
  ...dialogue,
  tell: (progress) => {
    if ('intent' in progress && !('why' in progress) && !('endpoint' in progress))
      return redraw.draw((screen) => statusLines(progress.intent, screen))
    redraw.clear() // a note of its own stays, and the next drawing stands below it
    dialogue.tell(progress)
  },
})
