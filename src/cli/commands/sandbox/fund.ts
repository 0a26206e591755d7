import { checksum } from '#cli/checksum'
import { chooseAccount } from '#cli/choose-account'
import { defineCommand } from '#cli/define-command'
import { address } from '#cli/parse/address'
import { amountLine } from '#cli/screens/text'
import { decimalText } from '#domain/decimal'
import { asOption, playedNetwork } from './as.ts'

export const fund = defineCommand({
  name: 'sandbox-fund',
  about: 'Give an account coins and some of every token of the sandbox.',
  examples: ['sandbox fund', 'sandbox fund 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  arguments: { address: { about: 'who gets them; the chosen account where absent', parse: address, optional: true } },
  options: asOption,
  schema: async () => (await import('#cli/schemas/sandbox')).SandboxFunded,

  async run(context, { address: given, as }) {
    const to = given ?? (await chooseAccount(context)).address
    const control = await context.sandbox()
    const held = await context.out.during('funding', control.fund(to, await playedNetwork(as)))
    context.out.result({
      data: {
        address: checksum(to),
        balances: held.map(({ symbol, raw, decimals }) => ({
          symbol,
          raw: String(raw),
          formatted: decimalText(raw, decimals),
          decimals,
        })),
      },
      lines: () => [`✔ ${checksum(to)} holds`, ...held.map((one) => `  ${amountLine(one.raw, one)}`)],
    })
  },
})
