/** Who takes an allowance back, by `revoke` or by an amount of 0, is told of a signed file that can give it again. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test.each([
  { account: 'dev1', words: ['revoke', 'USDC'] },
  { account: 'dev2', words: ['approve', 'USDC', '0'] },
])('$words names a file that can give the allowance again', async ({ account, words }) => {
  const user = fixture.createHostedUser()
  expect((await user.run(['approve', 'USDC', '100', '-a', account, '-y'])).code).toBe(0)
  // its nonce is the next one; another file of nonce 2 is what can act after the revocation
  const [first, second] = ['1.json', '2.json'].map((name) => join(user.home, name)) as [string, string]
  const build = (file: string, amount: string) =>
    user.run(['approve', 'USDC', amount, '-a', account, '--build-only', '--out', file])
  expect((await build(first, '200')).code).toBe(0)
  const { readFileSync, writeFileSync } = await import('node:fs')
  const document = JSON.parse(readFileSync(first, 'utf8'))
  document.transaction.nonce = 2
  writeFileSync(second, JSON.stringify(document), { mode: 0o600 })
  const signed = await user.run(['tx', 'sign', second, '--out', join(user.home, 'signed.json'), '-y'])
  expect(signed.code, signed.stderr).toBe(0)

  const taken = await user.run([...words, '-a', account, '-y', '-o', 'json'])
  expect(taken.code, taken.stdout).toBe(0)
  const { warnings } = JSON.parse(taken.stdout)
  expect(warnings.map(({ code }: { readonly code: string }) => code)).toEqual(['GRANT_OPEN'])
})
