/**
 * An approval that is signed into a file, and that no node was given, blocks nothing: its nonce is not reserved
 * (docs/decisions/0043-offline-signing.md).
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** Signs an approval of 150 USDC into a file, which nobody ever sends. */
async function hold(user: User, account: string): Promise<void> {
  const [built, signed] = ['built.json', 'signed.json'].map((name) => join(user.home, name)) as [string, string]
  const words = ['approve', 'USDC', '150', '-a', account, '--build-only', '--out', built]
  for (const args of [words, ['tx', 'sign', built, '--out', signed, '-y']]) {
    const { code, stderr } = await user.run(args)
    expect(code, stderr).toBe(0)
  }
}

test('an allowance is taken back, whatever file was signed and not sent', async () => {
  const user = fixture.createHostedUser()
  expect((await user.run(['approve', 'USDC', '100', '-a', 'dev1', '-y'])).code).toBe(0)
  await hold(user, 'dev1')
  const revoked = await user.run(['revoke', 'USDC', '-a', 'dev1', '-y', '--timeout', '90s'])
  expect(revoked.code, revoked.stderr).toBe(0)
})

test('a token is sold, whatever file was signed and not sent', async () => {
  const user = fixture.createHostedUser()
  await hold(user, 'dev2')
  const swapped = await user.run(['swap', '20', 'USDC', 'ETH', '-a', 'dev2', '-y', '--timeout', '90s'])
  expect(swapped.code, swapped.stderr).toBe(0)
})
