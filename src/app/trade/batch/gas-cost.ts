import { listFurther } from '#domain/journal/further-approvals'
import type { Intent } from '#domain/journal/swap'
import { sumGasCost } from '#domain/trade/batch/state'
import type { Trader } from '#domain/trade/trader'
import { type Wei, wei } from '#domain/units'

/** What an intent has cost, or may still cost, with the further approvals that it needed. */
export async function findGasCost(trader: Pick<Trader, 'findByKey'>, intent: Intent | undefined): Promise<Wei> {
  if (intent === undefined) return wei(0n)
  const further = await listFurther({ journal: trader }, intent)
  return wei([intent, ...further].reduce((sum, one) => sum + sumGasCost(one), 0n))
}
