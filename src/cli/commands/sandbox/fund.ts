import { defineCommand } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { amountLine } from '#cli/screens/layout/text'
import { chooseAccount } from '#cli/talk/choose-account'
import { formatDecimal } from '#domain/format-decimal'
import { checksum } from '#text/checksum'
import { asOption, resolvePlayedNetwork } from './as.ts'

export const fund = defineCommand({
  name: 'sandbox-fund',
  about: 'Give an account native coins and some of every sandbox token.',
  examples: ['sandbox fund', 'sandbox fund 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  arguments: {
    address: { about: 'recipient; default: the chosen account', parse: parseAddress, optional: true },
  },
  options: asOption,
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxFunding,

  async run(context, { address: given, as }) {
    const to = given ?? (await chooseAccount(context)).address
    const control = await context.sandbox()
    const held = await context.out.withSpinner('funding', control.fund(to, await resolvePlayedNetwork(as)))
    context.out.printResult({
      data: {
        address: checksum(to),
        balances: held.map(({ symbol, raw, decimals }) => ({
          symbol,
          raw: String(raw),
          formatted: formatDecimal(raw, decimals),
          decimals,
        })),
      },
      lines: () => [`✔ ${checksum(to)} holds`, ...held.map((one) => `  ${amountLine(one.raw, one)}`)],
    })
  },
})
