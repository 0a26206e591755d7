import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parsePath, parseText } from '#cli/parse/plain'
import { findAccountByWord } from '#cli/talk/choose-account'
import { readPrivateFile } from '#cli/talk/secrets'
import { accountView } from '#cli/views/account/account'
import { fail } from '#domain/errors'

export const changePassword = defineCommand({
  name: 'wallet-change-password',
  words: 'wallet change-password',
  about: 'Encrypt an account’s key under a new password.',
  examples: ['wallet change-password main', 'wallet change-password bot --password-file old --new-password-file new'],
  arguments: { name: { about: 'name or address', parse: parseText } },
  options: {
    newPasswordFile: {
      flag: '--new-password-file <file>',
      about: 'file with the new password, readable only by you',
      parse: parsePath,
    },
  },
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run(context, { name, newPasswordFile }) {
    const book = await context.accounts()
    const account = await findAccountByWord(book, name)
    // First the old one: a new password that was typed for nothing annoys.
    await book.signer(account).unlock()
    await book.changePassword(account, await readNewPassword(context, account.name, newPasswordFile))
    const view = accountView(account)
    context.out.printResult({
      data: view,
      lines: ({ paint }) => [
        `${paint.good('✔')} ${view.name} has a new password`,
        '  Copies of the file still open with the old one.',
      ],
    })
  },
})

/** The usual sources hold the old password, so the new one has its own. */
async function readNewPassword({ prompts }: Context, name: string, file: string | undefined): Promise<string> {
  if (file !== undefined)
    return readPrivateFile(file, { what: 'password', flag: '--new-password-file' }).replace(/\r?\n$/, '')
  if (!prompts.canAsk)
    throw fail('USAGE', { reason: `The new password of ${name} is needed.`, fix: '--new-password-file <file>' })
  for (let tries = 0; tries < 3; tries++) {
    const first = await prompts.askSecret(`New password for ${name}:`)
    if ((await prompts.askSecret('The same again:')) === first) return first
  }
  throw fail('USAGE', { reason: 'The two passwords differed three times. Nothing was written.' })
}
