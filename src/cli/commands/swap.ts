import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import type { Result } from '#cli/out/types'
import { type SaveInput, saveOptions, saveQuote, saveSwap, withBundles } from '#cli/request/debugging/save-options'
import { intentResult } from '#cli/request/intent-result'
import { findOfQuote, nameEarlier, nameNothing } from '#cli/request/name-earlier'
import { noteQuote } from '#cli/request/note-quote'
import { unsimulatedWarning } from '#cli/request/offline/confirm-unsimulated'
import { refuseIdle, refuseTerms } from '#cli/request/refuse-terms'
import { buildSwapRequest, type SwapInput, swapArguments, swapOptions, toBump } from '#cli/request/swap-input'
import { buildTypedRequest } from '#cli/request/typed-request'
import { type DryRun, dryRunLines } from '#cli/screens/trade/dry-run'
import { swapLines } from '#cli/screens/trade/swap'
import { createDialogue } from '#cli/talk/dialogue'
import { dryRunView } from '#cli/views/trade/dry-run'
import { fail } from '#domain/errors'
import type { QuoteUse } from '#domain/journal/quote-uses'
import { transactionOf } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapOutcome } from '#domain/trade/trader'

export const command = defineCommand({
  name: 'swap',
  about: 'Swap by a quote, or quote and swap in one go: approve, check, sign, send, follow.',
  group: 'Trade',
  examples: ['swap 7b3e91c4', 'swap 10 ETH USDC -n base', 'swap 1500 USDT ETH -n base -y --id order-17 -o json'],
  arguments: swapArguments,
  options: { ...swapOptions, ...saveOptions },
  // A quote has its network.
  needsNetwork: ({ length }) => length > 1,
  sends: true,
  nameEarlier(context, { words, options }) {
    const [what = '', sell] = words.map((word) => word.trim())
    const id = options.has('id') ? String(options.get('id')) : undefined
    if (options.has('dryRun')) nameNothing(context)
    else nameEarlier(context, () => findEarlier(context, { what, sell, id, gasless: options.has('gasless') }))
  },
  schema: async () => (await import('#cli/schemas/trade/swap')).SwapResult,

  async run(context, input) {
    try {
      await runAny(context, input)
    } catch (error) {
      throw noteQuote(context, input, error)
    }
  },
})

type SwapAndSave = SwapInput & SaveInput

async function runAny(context: Context, input: SwapAndSave): Promise<void> {
  if (input.dryRun) nameNothing(context)
  else nameEarlier(context, () => findEarlier(context, input))
  refuseTerms(context, input)
  refuseIdle(context, input)
  const { isCrossing } = await import('#cli/request/crossing/is-crossing')
  if (await isCrossing(context, input)) return (await import('#cli/request/crossing/swap')).swapCrossing(context, input)
  if (input.gasless) return (await import('#cli/request/gasless')).swapGasless(context, input)
  if (input.buildOnly || input.signOnly) return writeFile(context, input)
  if (input.noSimulate && !input.dryRun && !input.allowUnsimulated) await confirmUnsimulated(context, input)
  await withBundles(context, input, () => runSwap(context, input))
}

/** What was signed under the same name or, without one, by the same quote. An order has no name, and is refused one. */
async function findEarlier(
  context: Context,
  { what, sell, id, gasless }: Pick<SwapInput, 'what' | 'sell' | 'id' | 'gasless'>,
): Promise<QuoteUse | undefined> {
  if (id !== undefined && !gasless) return (await context.trader()).findByKey(id)
  return sell === undefined ? findOfQuote(context, what, 'swap') : undefined
}

async function runSwap(context: Context, input: SwapAndSave): Promise<void> {
  const dialogue = createDialogue(context, {
    recipient: input.allowRecipient,
    unlisted: input.allowUnlisted,
    max: input.allowMax,
  })
  try {
    const outcome = (await resumeSwap(context, input, dialogue)) ?? (await startSwap(context, input, dialogue))
    if (input.save !== undefined) await saveOutcome(context, input.save, outcome)
    printOutcome(context, outcome)
  } finally {
    dialogue.end()
  }
}

/** A dry run has a quote, and no intent. */
async function saveOutcome(context: Context, path: string, { intent, quote }: SwapOutcome): Promise<void> {
  if (intent !== undefined) await saveSwap(context, path, intent)
  else if (quote !== undefined) await saveQuote(context, path, quote.id)
}

/** @throws `USAGE` for options that a swap of two commands does not have */
async function writeFile(context: Context, input: SwapAndSave): Promise<void> {
  const { buildOnly, signOnly, dryRun, id, trustRouter, private: endpoint } = input
  const isOther =
    input.save !== undefined || dryRun || id !== undefined || trustRouter !== undefined || endpoint !== undefined
  if ((buildOnly && signOnly) || isOther)
    throw fail('USAGE', {
      reason: 'A swap that is written to a file is of our own router, and has no --dry-run, --id, --save or --private.',
      fix: 'leave the other options out: the same file is never sent twice',
    })
  const { buildSwapFile, signSwapFile } = await import('#cli/request/offline/build')
  await (buildOnly ? buildSwapFile(context, input) : signSwapFile(context, input))
}

/** The words of the sale have to be typed. */
const confirmUnsimulated = ({ prompts }: Context, { what, sell }: SwapInput): Promise<void> =>
  prompts.confirmTyped(
    unsimulatedWarning,
    [what, ...(sell === undefined ? [] : [sell])].join(' '),
    '--allow-unsimulated',
  )

/** A swap already signed under this id is followed without asking the chain what its request would be today. */
async function resumeSwap(context: Context, input: SwapInput, dialogue: Dialogue): Promise<SwapOutcome | undefined> {
  if (input.id === undefined || input.dryRun) return undefined
  const trader = await context.trader()
  const known = await trader.findByKey(input.id)
  if (known === undefined) return undefined
  context.interruption.setIntent(known.id)
  if (known.request === undefined) return undefined // from an earlier version's store: `swap` compares the trade
  const earlier = (await trader.findByKey(input.id, await buildTypedRequest(context, input))) ?? known
  const following = {
    confirmations: input.confirmations,
    timeoutSeconds: context.settings.get('timeout'),
    wait: !input.noWait,
    bump: toBump(input),
  }
  return transactionOf(earlier, 'swap') && trader.resume(earlier, following, dialogue)
}

const startSwap = async (context: Context, input: SwapInput, dialogue: Dialogue): Promise<SwapOutcome> =>
  (await context.trader()).swap(await buildSwapRequest(context, input), dialogue)

function printOutcome({ out, settings }: Context, outcome: SwapOutcome): void {
  const { intent, payload, quote, unsimulated, simulation } = outcome
  const isKept = settings.get('service.url') === 'local'
  if (intent !== undefined) out.printResult(intentResult(intent, (screen) => swapLines(intent, screen)))
  else if (payload !== undefined && quote !== undefined)
    out.printResult(dryRunResult({ quote, payload, unsimulated, simulation, isKept }))
}

const dryRunResult = (result: DryRun): Result => ({
  data: dryRunView(result),
  lines: (screen) => dryRunLines(result, screen),
  warnings: [
    ...result.quote.warnings,
    ...(result.unsimulated === undefined
      ? []
      : [{ code: 'NOT_SIMULATED', message: `Not simulated: ${result.unsimulated}` }]),
    ...(result.isKept ? [] : [{ code: 'QUOTE_USED', message: 'The service consumed its quote to show the payload.' }]),
  ],
  meta: { network: result.quote.request.network, chainId: result.quote.chainId },
})
