import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { createDialogue } from '#cli/dialogue'
import { intentResult } from '#cli/intent-result'
import { choice, wholeNumber } from '#cli/parse/plain'
import { anyReference } from '#cli/parse/reference'
import { statusLines } from '#cli/screens/status'
import { statusElsewhere } from '#cli/status-elsewhere'
import { finalStages, type Intent } from '#domain/swap'

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
    let intent: Intent
    try {
      intent = await trader.status(reference)
    } catch (notFound) {
      const options = { watch, until: end, confirmations, exitStatus }
      context.out.result(await statusElsewhere(context, reference, { options, notFound }))
      return
    }
    if (watch) intent = await followed(context, intent, end === 'mined' ? 1 : confirmations)
    const result = intentResult(intent, (screen) => statusLines(intent, screen))
    context.out.result({ ...result, exit: exitStatus && intent.stage !== 'confirmed' ? 16 : 0 })
  },
})

async function followed(context: Context, intent: Intent, wanted: number | undefined): Promise<Intent> {
  if (finalStages.has(intent.stage)) return intent
  const { settings } = context
  const confirmations = wanted ?? settings.confirmations(intent.network) ?? 1
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  try {
    const patience = { confirmations, seconds: settings.get('timeout') }
    return await (await context.trader()).follow(intent, patience, dialogue)
  } finally {
    dialogue.end()
  }
}
