import { defineCommand } from '#cli/define-command'
import { choiceParser, parseText } from '#cli/parse/plain'
import { ruleWords, setRule } from '#cli/request/policy-rules'
import { policyLines } from '#cli/screens/account/policy'
import { allowPolicyChange, confirmPolicyChange } from '#cli/talk/confirm-policy'
import { policyRulesView } from '#cli/views/account/policy'
import { noRules } from '#domain/policy/policy'

const parseRule = choiceParser(ruleWords)

export const set = defineCommand({
  name: 'policy-set',
  about: `Set a rule: ${ruleWords.join(', ')}. A list replaces the former one.`,
  examples: [
    'policy set per-day USDC 5000',
    'policy set per-tx ETH 1.5',
    'policy set allow-tokens ETH USDC DAI',
    'policy set allow-recipients 0x…',
    'policy set networks base ethereum',
  ],
  arguments: {
    rule: { about: ruleWords.join(', '), parse: parseRule },
    value: { about: 'a token and its limit, or a list', parse: parseText, rest: true },
  },
  options: { allow: allowPolicyChange },
  schema: async () => (await import('#cli/schemas/account/policy')).PolicyChange,

  async run(context, { rule, value, allow }) {
    const spend = await context.policy()
    const [before = noRules] = spend.find()
    const rules = await setRule(context, before, { rule, words: value })
    await confirmPolicyChange(context, `Set ${rule} ${value.join(' ')}.`, allow)
    const paths = spend.save(rules)
    context.out.printResult({
      data: { paths, rules: policyRulesView(rules) },
      lines: (screen) => [
        `${screen.paint.good('✔')} The policy binds every signature from now on`,
        ...policyLines(rules, undefined, screen),
      ],
    })
  },
})
