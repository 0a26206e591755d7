/** What `tx speedup` and `tx cancel` share. */
import type { Context } from '#cli/context'
import type { Input, TypedCall } from '#cli/define-command'
import type { Notice, Result } from '#cli/out/types'
import { unitsToRaw } from '#cli/parse/amount'
import { integerParser, parseText } from '#cli/parse/plain'
import { parseReference } from '#cli/parse/reference'
import { parseRatio } from '#cli/parse/slippage'
import { intentResult } from '#cli/request/intent-result'
import { nameEarlier, nameNothing } from '#cli/request/name-earlier'
import { parseGwei } from '#cli/request/quote-options'
import { statusLines } from '#cli/screens/trade/status'
import { createDialogue } from '#cli/talk/dialogue'
import { fail } from '#domain/errors'
import { findSigned } from '#domain/journal/quote-uses'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ReplaceRequest } from '#domain/trade/replacement'
import { type Ppm, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** Nodes keep the old transaction unless both fees of the new one are at least a tenth higher. */
const minBump = 125_000

function parseBump(text: string): Ppm {
  const bump = parseRatio(text)
  if (bump >= minBump) return bump
  throw fail('VALIDATION_FAILED', { reason: `"${text}" is not between 12.5% and 100%: nodes would refuse it` })
}

export const replaceArguments = {
  reference: {
    about: 'a swap, quote, transaction hash, your own --id, or last',
    parse: parseReference,
    ask: 'Which swap?',
  },
} as const

export const replaceOptions = {
  bump: { flag: '--bump <share>', about: 'raise both fees by this much at least', parse: parseBump, fallback: '12.5%' },
  maxFee: {
    flag: '--max-fee <gwei>',
    about: 'maximum price per unit of gas, instead of the limit it was signed with',
    parse: parseGwei,
  },
  maxGas: {
    flag: '--max-gas <native>',
    about: 'maximum gas cost, native, instead of the limit it was signed with',
    parse: parseText,
  },
  noWait: { flag: '--no-wait', about: 'return once the node has the transaction' },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for',
    parse: integerParser(1, 1_000),
    fallback: '1',
  },
} as const

type ReplaceInput = Input<typeof replaceArguments, typeof replaceOptions>

/** Of words that cannot be read: what was to be replaced may have been sent. */
export const nameReplaced = (context: Context, { words: [reference = ''] }: TypedCall): void =>
  nameEarlier(context, async () => findSigned(await context.journal(), reference.trim()))

/** Replaces and follows, with the confirmation and progress of a trade. */
export async function runReplacement(
  context: Context,
  input: ReplaceInput,
  kind: ReplaceRequest['kind'],
): Promise<Result> {
  const { reference, bump, confirmations, noWait, maxFee } = input
  nameNothing(context)
  const trader = await context.trader()
  const request: ReplaceRequest = {
    ...{ reference, kind, bump, confirmations, wait: !noWait },
    timeoutSeconds: context.settings.get('timeout'),
    maxFee: maxFee === undefined ? undefined : wei(maxFee),
    maxGas: await resolveMaxGas(context, input),
  }
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  const warnings: Notice[] = []
  const tell: Dialogue['tell'] = (progress) => {
    if (progress.what !== 'leftover') return dialogue.tell(progress)
    const { words, command } = progress.leftover
    warnings.push({ code: 'ALLOWANCE_LEFT', message: `${words} To take it back: ${command}` })
  }
  try {
    const intent = await trader.replace(request, { ...dialogue, tell })
    return { ...intentResult(intent, (screen) => statusLines(intent, screen)), warnings }
  } finally {
    dialogue.end()
  }
}

/** In the native currency of the intent's network. By the journal alone: no endpoint is waited for before it is told. */
async function resolveMaxGas(context: Context, { reference, maxGas }: ReplaceInput): Promise<ReplaceRequest['maxGas']> {
  if (maxGas === undefined) return undefined
  const find = async () => findSigned(await context.journal(), reference)
  nameEarlier(context, find)
  const intent = await find()
  if (intent === undefined) throw fail('SWAP_NOT_FOUND', { id: reference })
  const { native } = getNetworkEntry(intent.network)
  return wei(unitsToRaw(maxGas, native))
}
