import { requireOwnJournal } from '#app/policy/check-policy'
import type { PolicyContext } from '#app/policy/context'
import { spendsOf } from '#app/policy/counted-spends'
import { loadRuleNetworks, readDaySpends, requireAllowed } from '#app/policy/signature-checks'
import { limitOf } from '#app/policy/token-rules'
import type { SpendPolicy } from '#domain/policy/policy'
import { nativeToken } from '#domain/units'

/** The policy as the commands see it. */
export const createSpendPolicy = (context: PolicyContext): SpendPolicy => ({
  find: () => context.files.find(),
  change: (change) => context.lock(() => context.files.change(change)),
  usage: async (policy, on) => {
    const uses = policy.perTransaction.map(
      (limit) => ({ limit, per: 'transaction', max: limitOf(limit), spent: 0n }) as const,
    )
    if (policy.perDay.length === 0) return uses
    requireOwnJournal(policy)
    const spent = await readDaySpends(context)
    const entryOf = await loadRuleNetworks(context, spent)
    const perDay = policy.perDay.map((limit) => {
      const counted = spendsOf({ limit, on, spent, entryOf })
      return {
        limit,
        per: 'day',
        max: limitOf(limit),
        spent: counted.reduce((sum, one) => sum + one.amount, 0n),
      } as const
    })
    return [...uses, ...perDay]
  },
  requireAllowed: (trade) => requireAllowed(context, context.files.find(), { ...trade, sender: nativeToken }),
})
