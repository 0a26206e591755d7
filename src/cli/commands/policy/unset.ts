import { defineCommand } from '#cli/define-command'
import { choiceParser, parseText } from '#cli/parse/plain'
import { ruleWords, unsetRule } from '#cli/request/policy-rules'
import { policyLines } from '#cli/screens/account/policy'
import { allowPolicyChange, confirmPolicyChange } from '#cli/talk/confirm-policy'
import { policyRulesView } from '#cli/views/account/policy'
import { noRules, type PolicyRules } from '#domain/policy/policy'

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
    const [before = noRules] = spend.find()
    const left = rule === 'all' ? noRules : await unsetRule(context, before, { rule, token })
    const rules = isEmpty(left) ? undefined : left
    await confirmPolicyChange(context, `Remove ${[rule, token].join(' ').trim()} from the policy.`, allow)
    const paths = spend.save(rules)
    context.out.printResult({
      data: { paths, rules: rules === undefined ? null : policyRulesView(rules) },
      lines: (screen) =>
        rules === undefined
          ? [`${screen.paint.good('✔')} No policy: everything is signed`]
          : [`${screen.paint.good('✔')} Removed`, ...policyLines(rules, undefined, screen)],
    })
  },
})

const isEmpty = (rules: PolicyRules): boolean =>
  Object.keys(noRules).every((name) => Reflect.get(rules, name).length === 0)
