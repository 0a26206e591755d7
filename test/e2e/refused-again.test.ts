/** A quote that was swapped, and a file that was sent: whatever the same command is refused for now, it says so. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#domain/failures/table'
import { expectFailureJson, parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
let quote: string
let hash: string
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  quote = parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', 'dev1', '-o', 'json'])).id
  hash = parseData<{ tx: { hash: string } }>(await user.run(['swap', quote, '-a', 'dev1', '-y', '-o', 'json'])).tx.hash
})
afterAll(() => fixture.close())

/** On the screen and in JSON. */
async function expectNamed(words: readonly string[], wanted: { readonly code: ErrorCode; readonly hash: string }) {
  const screen = (await user.run(words)).stderr.replace(/\s+/g, ' ')
  expect(screen).not.toContain('Nothing was sent')
  expect(screen).toContain('A transaction WAS sent.')
  const error = expectFailureJson(await user.run([...words, '-o', 'json']), { code: wanted.code, sent: true })
  expect(error.txHash).toBe(wanted.hash)
  expect(error.fix.join('\n')).not.toContain('swapline quote')
}

test.each([
  ['an account that is not there', ['-a', 'nosuch', '-y'], 'ACCOUNT_NOT_FOUND'],
  ['an amount that is none', ['-a', 'dev1', '-y', '--min-out', '1x'], 'INVALID_AMOUNT'],
  ['a simulation left out', ['-a', 'dev1', '-y', '--no-simulate'], 'CONFIRM_NEEDED'],
] as const)('swap of a sent quote with %s', async (_, more, code) => {
  for (const word of [quote, quote.slice(0, 8), 'last']) await expectNamed(['swap', word, ...more], { code, hash })
  expect(await fixture.countSentBy('dev1')).toBe(1)
})

test('swap of a sent quote with other terms names the transaction, and no other id', async () => {
  const words = ['swap', quote, '-a', 'dev2', '-y'] as const
  expect((await user.run(words)).stderr.replace(/\s+/g, ' ')).toMatch(/account was .*\. A transaction WAS sent\./)
  const error = expectFailureJson(await user.run([...words, '-o', 'json']), { code: 'KEY_TAKEN', sent: true })
  expect(error.txHash).toBe(hash)
  expect(error.fix).toEqual([`swapline status ${error.swapId}`])
})

test('under a name of its own, another swap is refused for itself', async () => {
  const words = ['swap', quote, '-a', 'nosuch', '-y', '--id', 'anew', '-o', 'json']
  expectFailureJson(await user.run(words), { code: 'ACCOUNT_NOT_FOUND', sent: false })
})

test('a file that was sent', async () => {
  const signed = join(user.home, 'signed.json')
  const made = ['swap', '1', 'ETH', 'DAI', '-a', 'dev3', '-y', '--sign-only', '--out', signed, '-o', 'json']
  parseData(await user.run(made))
  const sent = parseData<{ tx: { hash: string } }>(await user.run(['tx', 'send', signed, '-o', 'json']))
  await expectNamed(['tx', 'send', signed, '--no-simulate'], { code: 'CONFIRM_NEEDED', hash: sent.tx.hash })
  expect(await fixture.countSentBy('dev3')).toBe(1)
})
