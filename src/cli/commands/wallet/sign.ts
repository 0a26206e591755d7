import { defineCommand } from '#cli/define-command'
import { sanitize } from '#cli/out/safe-text'
import { parsePath } from '#cli/parse/plain'
import { chooseAccount } from '#cli/talk/choose-account'
import { fail } from '#domain/errors'
import type { TypedMessage } from '#domain/trade/typed-message'
import { checksum } from '#text/checksum'

export const sign = defineCommand({
  name: 'wallet-sign',
  about: 'Sign a text (EIP-191), or a structured message (EIP-712), which may let others take tokens.',
  examples: ['wallet sign "I am the owner" -y', 'wallet sign --typed message.json --allow-typed'],
  arguments: { text: { about: 'the text, exactly as it is', parse: (text: string) => text, optional: true } },
  options: {
    typed: { flag: '--typed <file>', about: 'a message in the form of eth_signTypedData_v4', parse: parsePath },
    allowTyped: { flag: '--allow-typed', about: 'do not ask about a structured message' },
  },
  schema: async () => (await import('#cli/schemas/account/account')).MessageSignature,

  async run(context, { text, typed, allowTyped }) {
    const { readMessage } = await import('#cli/request/message-to-sign')
    const message = readMessage(text, typed)
    const book = await context.accounts()
    const account = await chooseAccount(context)
    if (account.kind === 'watch') throw fail('ACCOUNT_WATCH_ONLY', { account: account.name })
    const who = `${account.name} ${checksum(account.address)}`
    if (typeof message === 'string') await context.prompts.confirm(`Sign this text as ${who}?`)
    else if (!allowTyped)
      await context.prompts.confirmTyped(typedQuestion(message, who), message.primaryType, '--allow-typed')
    const signer = book.signer(account)
    const signature = typeof message === 'string' ? await signer.signText(message) : await signer.signTyped(message)
    context.out.printResult({
      data: { address: checksum(account.address), signature },
      lines: () => [`  ${checksum(account.address)}`, `  ${signature}`],
    })
  },
})

/** A prompt is cut at 400 characters: what the message says of itself is short, so that it hides nothing. */
function typedQuestion({ primaryType, domain }: TypedMessage, who: string): string {
  const contract = domain['name'] === undefined ? 'an unnamed contract' : sanitize(String(domain['name']), 60)
  return `A ${sanitize(primaryType, 40)} for ${contract} may let others take tokens. Sign it as ${who}?`
}
