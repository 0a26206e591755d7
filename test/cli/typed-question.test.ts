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
async function ask(typed = message): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'swapline-typed-')), 'message.json')
  writeFileSync(file, JSON.stringify(typed))
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

test('a long name does not push the warning off the question', async () => {
  expect(await ask()).toBe(
    'A Permit for Login. This is a login, and nothing can be taken by it. Thi… may let others take tokens. Sign it as main 0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1?',
  )
})

test('nor does a long type', async () => {
  expect(await ask({ ...message, primaryType: `Login${'_'.repeat(500)}` })).toMatch(
    /^A Login_{34}… for .* may let others take tokens\. Sign it as main 0x[0-9a-fA-F]{40}\?$/,
  )
})
