import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { accountName } from '#cli/parse/account-name'
import { path } from '#cli/parse/plain'
import { privateText } from '#cli/secrets'
import { accountView } from '#cli/views/account'
import { fail } from '#domain/errors'

export const importAccount = defineCommand({
  name: 'wallet-import',
  about: 'Take a private key, recovery phrase or keystore file, and keep it encrypted.',
  examples: ['wallet import main', 'wallet import main --key-file key.json', 'wallet import main < key.txt'],
  arguments: { name: { about: 'name of the account', parse: accountName, ask: 'Name of the account?' } },
  options: {
    keyFile: { flag: '--key-file <file>', about: 'file with the key, readable only by you', parse: path },
  },
  schema: async () => (await import('#cli/schemas/account')).AccountShown,

  async run(context, { name, keyFile }) {
    const secret = (await secretOf(context, keyFile)).trim()
    const view = accountView(await (await context.accounts()).import(name, secret))
    context.out.result({
      data: view,
      lines: ({ paint }) => [
        `${paint.good('✔')} ${view.name}  ${view.address}`,
        `  Key file  ${view.path}`,
        `  Next      ${paint.next(`swapline wallet use ${name}`)}`,
      ],
    })
  },
})

/** From the file, from standard input where that is no terminal, or typed unseen. */
async function secretOf({ settings, prompts, readInput }: Context, file: string | undefined): Promise<string> {
  if (file !== undefined) return privateText(file)
  if (process.stdin.isTTY !== true && !settings.get('passwordStdin')) return readInput()
  if (prompts.possible) return prompts.hidden('Private key, recovery phrase or keystore JSON:')
  throw fail('USAGE', { reason: 'There is no key to import.', fix: 'swapline wallet import <name> --key-file <file>' })
}
