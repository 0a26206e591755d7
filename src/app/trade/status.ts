import type { TradeContext } from '#app/context'
import { followStep, observe, type Patience } from '#app/trade/follow'
import { resume } from '#app/trade/send'
import { fail } from '#domain/errors'
import { finalStages, type Intent } from '#domain/swap'
import type { Dialogue } from '#domain/trader'

/** Looks at every unfinished transaction of an intent once and notes what it finds. @throws `SWAP_NOT_FOUND`. */
export async function status(context: TradeContext, reference: string): Promise<Intent> {
  let intent = await context.journal.find(reference)
  if (intent === undefined) throw fail('SWAP_NOT_FOUND', { id: reference })
  const chain = await context.chain(intent.network)
  for (const { step, stage } of intent.transactions) {
    if (!finalStages.has(stage)) intent = await observe(context, chain, { intent, step }, chain.network.confirmations)
  }
  return intent
}

/** Follows the last signed transaction of an intent to its end; bytes no node knows are handed over again. */
export async function follow(
  context: TradeContext,
  intent: Intent,
  patience: Patience,
  dialogue: Dialogue,
): Promise<Intent> {
  const last = intent.transactions.at(-1)
  if (last === undefined || finalStages.has(last.stage)) return intent
  const chain = await context.chain(intent.network)
  const { step } = last
  const resumed = await resume(context, { chain, intent, step }, dialogue)
  return followStep(context, chain, { intent: resumed, step }, patience, dialogue)
}
