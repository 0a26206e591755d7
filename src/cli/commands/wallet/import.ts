import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseAccountName } from '#cli/parse/account-name'
import { parsePath } from '#cli/parse/plain'
import { readPrivateFile } from '#cli/talk/secrets'
import { accountView } from '#cli/views/account/account'
import { fail } from '#domain/errors'

export const importAccount = defineCommand({
  name: 'wallet-import',
  about: 'Import a private key, recovery phrase or keystore file, and store it encrypted.',
  examples: ['wallet import main', 'wallet import main --key-file key.json', 'wallet import main < key.txt'],
  arguments: { name: { about: 'name of the account', parse: parseAccountName, ask: 'Name of the account?' } },
  options: {
    keyFile: { flag: '--key-file <file>', about: 'file with the key, readable only by you', parse: parsePath },
  },
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run(context, { name, keyFile }) {
    const secret = (await readSecret(context, keyFile)).trim()
    const view = accountView(await (await context.accounts()).import(name, secret))
    context.out.printResult({
      data: view,
      lines: ({ paint }) => [
        `${paint.good('✔')} ${view.name}  ${view.address}`,
        `  Key file  ${view.path}`,
        `  Next      ${paint.next(`swapline wallet use ${name}`)}`,
      ],
    })
  },
})

/** From the file, from standard input if it is not a terminal, or typed without echo. */
async function readSecret(
  { settings, prompts, readStdin: readInput }: Context,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) return readPrivateFile(file, { what: 'key', flag: '--key-file' })
  if (process.stdin.isTTY !== true && !settings.get('passwordStdin')) return readInput()
  if (prompts.canAsk) return prompts.askSecret('Private key, recovery phrase or keystore JSON:')
  throw fail('USAGE', { reason: 'There is no key to import.', fix: 'swapline wallet import <name> --key-file <file>' })
}
