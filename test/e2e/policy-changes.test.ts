/** A change of the policy changes what was typed, and lifts no other limit. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

let cli: CliFixture
beforeAll(async () => {
  cli = await startCliFixture()
}, 120_000)
afterAll(() => cli.close())

const sure = ['-y', '--allow-policy-change'] as const
interface Rules {
  readonly perTransaction: readonly object[]
  readonly denyTokens: readonly object[]
  readonly networks: readonly string[]
}
const rulesIn = (folder: string): Rules => JSON.parse(readFileSync(join(folder, '.policy.json'), 'utf8'))
async function change(user: User, ...words: readonly string[]): Promise<void> {
  expect(await user.run(['policy', ...words, ...sure])).toMatchObject({ code: 0 })
}

test('a rule that is added for a folder of keys lifts no limit that this folder has', async () => {
  const user = cli.createHostedUser()
  const folder = join(user.home, 'cold-keys')
  mkdirSync(folder, { mode: 0o700 })
  await change(user, 'set', 'per-tx', 'ETH', '1', '--keystore', folder) // for both folders
  await change(user, 'unset', 'per-tx', 'ETH') // for the usual one
  await change(user, 'set', 'deny-tokens', 'DAI')
  const limits = [{ token: { symbol: 'ETH' }, limit: '1' }]
  expect(rulesIn(folder).perTransaction).toEqual(limits)

  await user.run(['policy', 'set', 'networks', 'sandbox', ...sure, '--keystore', folder])
  // nobody typed that the limit of the transaction goes
  expect(rulesIn(folder).perTransaction).toEqual(limits)
}, 120_000)
