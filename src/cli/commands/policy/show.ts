import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { sanitize } from '#cli/out/safe-text'
import { policyLines } from '#cli/screens/account/policy'
import { limitUseView, policyRulesView, warnCountedElsewhere } from '#cli/views/account/policy'
import type { SpendPolicy, StoredPolicy } from '#domain/policy/policy'
import { networkName } from '#domain/units'

export const show = defineCommand({
  name: 'policy-show',
  about: 'Show the rules, and how much of each limit is left.',
  examples: ['policy show', 'policy show -o json'],
  arguments: {},
  options: {},
  schema: async () => (await import('#cli/schemas/account/policy')).PolicyList,

  async run(context) {
    const spend = await context.policy()
    const policies = await Promise.all(
      spend.find().map(async (policy) => ({ policy, usage: await readUsage(context, spend, policy) })),
    )
    context.out.printResult({
      data: {
        policies: policies.map(({ policy, usage }) => ({
          ...policyRulesView(policy),
          path: policy.path,
          stateDirectory: policy.stateDirectory,
          usage: usage?.map(limitUseView) ?? null,
        })),
      },
      lines: (screen) =>
        policies.length === 0
          ? [
              '  No policy: everything is signed.',
              `  Next  ${screen.paint.next('swapline policy set per-day USDC 1000')}`,
            ]
          : policies.flatMap(({ policy, usage }) => [
              ...policyLines(policy, usage, screen),
              `  ${screen.paint.dim(sanitize(policy.path, 200))}`,
            ]),
      warnings: warnCountedElsewhere(policies.map(({ policy }) => policy)),
    })
  },
})

/** Sandboxes count for themselves: the chosen one is shown, else what was signed on real networks. */
function readUsage({ settings }: Context, spend: SpendPolicy, policy: StoredPolicy) {
  if (policy.perDay.length > 0 && !policy.countsHere) return undefined
  const chosen = settings.get('network') ?? 'ethereum'
  return spend.usage(policy, networkName(/^\d+$/.test(chosen) ? 'ethereum' : chosen))
}
