import { defineCommand } from '#cli/define-command'
import { choiceParser, parseText } from '#cli/parse/plain'
import { parseRemoval, ruleWords } from '#cli/request/policy-rules'
import { policiesLines } from '#cli/screens/account/policy'
import { allowPolicyChange, confirmPolicyChange } from '#cli/talk/confirm-policy'
import { policyRulesView, warnCountedElsewhere } from '#cli/views/account/policy'
import { noRules } from '#domain/policy/policy'

const parseRule = choiceParser([...ruleWords, 'all'])

export const unset = defineCommand({
  name: 'policy-unset',
  about: 'Remove a rule, one token’s limit, or all rules.',
  examples: ['policy unset per-day USDC', 'policy unset networks', 'policy unset all'],
  arguments: {
    rule: { about: `${ruleWords.join(', ')}, or all`, parse: parseRule },
    token: { about: 'only this token’s limit', parse: parseText, optional: true },
  },
  options: { allow: allowPolicyChange },
  schema: async () => (await import('#cli/schemas/account/policy')).PolicyChange,

  async run(context, { rule, token, allow }) {
    const spend = await context.policy()
    const before = spend.find()
    const change = rule === 'all' ? () => noRules : await parseRemoval(context, before, { rule, token })
    await confirmPolicyChange(context, `Remove ${[rule, token].join(' ').trim()} from the policy.`, allow)
    const paths = await spend.change(change)
    const policies = spend.find()
    const [first] = policies
    context.out.printResult({
      data: { paths, rules: first === undefined ? null : policyRulesView(first) },
      lines: (screen) =>
        first === undefined
          ? [`${screen.paint.good('✔')} No policy: everything is signed`]
          : [`${screen.paint.good('✔')} Removed`, ...policiesLines(policies, screen)],
      warnings: warnCountedElsewhere(policies),
    })
  },
})
