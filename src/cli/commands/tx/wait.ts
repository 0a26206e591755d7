import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import type { Result } from '#cli/out/types'
import { integerParser } from '#cli/parse/plain'
import { intentResult } from '#cli/request/intent-result'
import { findRemoteStatus } from '#cli/request/remote-status'
import { replaceArguments } from '#cli/request/replace-input'
import { statusLines } from '#cli/screens/trade/status'
import { createDialogue } from '#cli/talk/dialogue'
import { fail } from '#domain/errors'
import { toStepFailure } from '#domain/journal/outcome'
import { findSigned, isOrder } from '#domain/journal/quote-uses'
import type { Intent } from '#domain/journal/swap'
import { usedForOrder } from '#domain/relay/pending-order'

export const wait = defineCommand({
  name: 'tx-wait',
  about: 'Wait until a transaction has its confirmations; every version of it is followed.',
  examples: ['tx wait last', 'tx wait e41f08aa --confirmations 3', 'tx wait 0x5a…e1 -n base'],
  arguments: replaceArguments,
  options: {
    confirmations: {
      flag: '--confirmations <n>',
      about: 'blocks to wait for',
      parse: integerParser(1, 1_000),
      fallback: '1',
    },
  },
  schema: async () => (await import('#cli/schemas/trade/status')).Status,

  async run(context, { reference, confirmations }) {
    context.out.printResult(await waitFor(context, reference, confirmations))
  },
})

/** @throws as `swap` does after its signature; its exit status says how the transaction ended. */
async function waitFor(context: Context, reference: string, confirmations: number): Promise<Result> {
  const trader = await context.trader()
  let found: Intent
  try {
    const signed = await findSent(context, reference)
    found = (await trader.status(signed?.id ?? reference, { onFound: context.interruption.setIntent })).intent
  } catch (notFound) {
    if (!/^0x[0-9a-f]{64}$/.test(reference)) throw notFound // of a quote nothing was signed
    const options = { watch: true, until: 'final', confirmations, exitStatus: false } as const
    const result = await findRemoteStatus(context, reference, { options, notFound })
    return isReverted(result.data) ? { ...result, exit: 12 } : result
  }
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  try {
    const limits = { confirmations, timeoutSeconds: context.settings.get('timeout') }
    const intent = await trader.follow(found, limits, dialogue)
    const last = intent.transactions.at(-1)
    if (last === undefined)
      throw fail('USAGE', {
        reason: `There is no transaction of ${intent.id} here.`,
        fix: `swapline status ${intent.id}`,
      })
    const failure = toStepFailure(intent, last, confirmations) // of one that had ended before
    if (failure !== undefined) throw failure
    return intentResult(intent, (screen) => statusLines(intent, screen))
  } finally {
    dialogue.end()
  }
}

/** Of a quote also its approval. @throws `PENDING` for an order, which a service submits */
async function findSent(context: Context, reference: string): Promise<Intent | undefined> {
  const found = await findSigned(await context.journal(), reference)
  if (found === undefined || !isOrder(found)) return found
  const { quoteId = '', deadline } = found
  throw usedForOrder({ quoteId, deadline }, context.clock.now())
}

const isReverted = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'stage' in data && data.stage === 'reverted'
