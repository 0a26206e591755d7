import { defineCommand } from '#cli/define-command'
import { choiceParser, parseText } from '#cli/parse/plain'
import { parseSetting, ruleWords } from '#cli/request/policy-rules'
import { policiesLines } from '#cli/screens/account/policy'
import { allowPolicyChange, confirmPolicyChange } from '#cli/talk/confirm-policy'
import { policyRulesView, warnCountedElsewhere } from '#cli/views/account/policy'

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
    spend.find() // one that cannot be read is told before the question
    const change = await parseSetting(context, { rule, words: value })
    await confirmPolicyChange(context, `Set ${rule} ${value.join(' ')}.`, allow)
    const paths = await spend.change(change)
    const policies = spend.find()
    const [first] = policies
    context.out.printResult({
      data: { paths, rules: first === undefined ? null : policyRulesView(first) },
      lines: (screen) => [
        `${screen.paint.good('✔')} The policy binds every signature from now on`,
        ...policiesLines(policies, screen),
      ],
      warnings: warnCountedElsewhere(policies),
    })
  },
})
