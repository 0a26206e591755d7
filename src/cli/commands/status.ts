import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { createDialogue } from '#cli/dialogue'
import { intentResult } from '#cli/intent-result'
import { choice, wholeNumber } from '#cli/parse/plain'
import { anyReference } from '#cli/parse/reference'
import { statusLines } from '#cli/screens/status'
import { statusElsewhere } from '#cli/status-elsewhere'
import { type Intent, purposeOf } from '#domain/swap'
import type { IntentStatus } from '#domain/trader'

const until = choice(['mined', 'final'] as const)

export const command = defineCommand({
  name: 'status',
  about: 'Show how far a swap or any transaction to our router came, or why it failed.',
  group: 'Trade',
  examples: ['status last', 'status e41f08aa --watch', 'status order-17 -o json', 'status 0x5a…e1 -n base'],
  arguments: {
    reference: {
      about: 'a swap, quote, transaction hash, your own --id, or last',
      parse: anyReference,
      ask: 'Which swap?',
    },
  },
  options: {
    watch: { flag: '--watch', about: 'wait for the end' },
    until: { flag: '--until <stage>', about: 'what the end is: mined or final', parse: until, fallback: 'final' },
    confirmations: { flag: '--confirmations <n>', about: 'blocks that make it final', parse: wholeNumber(1, 1_000) },
    exitStatus: { flag: '--exit-status', about: 'exit 16 unless it is confirmed' },
  },
  schema: async () => (await import('#cli/schemas/status')).Status,

  async run(context, { reference, watch, until: end, confirmations, exitStatus }) {
    const trader = await context.trader()
    let found: IntentStatus
    try {
      const onFound = context.interruption.worksOn
      found = await trader.status(reference, { confirmations, onFound })
    } catch (notFound) {
      const options = { watch, until: end, confirmations, exitStatus }
      context.out.result(await statusElsewhere(context, reference, { options, notFound }))
      return
    }
    const { intent: seen, unasked } = found
    const asked = end === 'mined' ? 1 : confirmations
    const intent = watch ? await followed(context, seen, asked) : seen
    const result = intentResult(intent, (screen) => statusLines(intent, screen))
    const warnings = unasked === undefined || watch ? [] : [{ code: 'CHAIN_NOT_ASKED', message: unasked }]
    const isGood = isDone(intent, asked)
    context.out.result({ ...result, warnings, exit: exitStatus && !isGood ? 16 : warnings.length > 0 ? 13 : 0 })
  },
})

/** Whether what the intent exists for succeeded, as deep in the chain as was asked; by the network's entry otherwise. */
function isDone(intent: Intent, confirmations: number | undefined): boolean {
  const purpose = purposeOf(intent)
  if (purpose === undefined) return false
  const { stage, depth, isFinal } = purpose.conclusion
  if (stage !== 'mined' && stage !== 'confirmed') return false
  return confirmations === undefined ? isFinal : depth >= confirmations
}

async function followed(context: Context, intent: Intent, wanted: number | undefined): Promise<Intent> {
  const last = intent.transactions.at(-1)
  if (last === undefined) return intent
  const { settings } = context
  const confirmations = wanted ?? settings.confirmations(intent.network) ?? last.conclusion.finalDepth
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  try {
    const patience = { confirmations, seconds: settings.get('timeout') }
    return await (await context.trader()).follow(intent, patience, dialogue)
  } finally {
    dialogue.end()
  }
}
