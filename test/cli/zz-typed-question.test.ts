/** The question before a structured message is signed has to survive what the message says of itself. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sign } from '#cli/commands/wallet/sign'
import type { Context } from '#cli/context'
import { sanitize } from '#cli/out/safe-text'
import { evm } from '#domain/units'

const spender = evm(`0x${'bad0'.repeat(10)}`)
const message = {
  domain: {
    name: `Login. ${'This is a login, and nothing can be taken by it. '.repeat(10)}`,
    version: '1',
    chainId: 1,
  },
  types: {
    Permit: [
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { spender, value: String(2n ** 256n - 1n) },
}

/** The question as the prompt of a terminal shows it: at most 400 characters. */
async function ask(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'swapline-typed-')), 'message.json')
  writeFileSync(file, JSON.stringify(message))
  const asked: string[] = []
  const account = { name: 'main', address: evm(`0x${'a1'.repeat(20)}`), kind: 'keystore' }
  const context = {
    settings: { get: (name: string) => (name === 'account' ? 'main' : undefined) },
    accounts: async () => ({ find: async () => account, signer: () => ({ signTyped: async () => '0x' }) }),
    prompts: { canAsk: true, confirmTyped: async (question: string) => void asked.push(question) },
    out: { printResult: () => undefined },
  } as unknown as Context
  await sign.run(context, { text: undefined, typed: file, allowTyped: false } as never)
  return sanitize(asked.join(), 400)
}

// The name in the message is put before the warning, whatever its length, and the prompt cuts at 400 characters: "may let
// others take tokens" and the account are gone, and the user signs an approval of everything as a login.
test('a long name does not push the warning off the question', async () => {
  const shown = await ask()
  expect(shown).toContain('may let others take tokens')
  expect(shown).toContain('main 0x')
})
