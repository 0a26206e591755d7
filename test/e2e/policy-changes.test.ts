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

test('a token that is denied under another state directory does not begin the day’s limit again', async () => {
  const user = cli.createHostedUser()
  expect(await user.run(['policy', 'set', 'per-day', 'ETH', '2', ...sure])).toMatchObject({ code: 0 })
  expect(await user.run(['swap', '1.5', 'ETH', 'USDC', '-y', '-a', 'dev4'])).toMatchObject({ code: 0 })
  const path = join(user.keystore, '.policy.json')
  const countedIn: unknown = JSON.parse(readFileSync(path, 'utf8')).stateDirectory

  const elsewhere = join(user.home, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  const words = ['policy', 'set', 'deny-tokens', 'DAI', ...sure, '--state-dir', elsewhere, '-o', 'json']
  expect(await user.run(words)).toMatchObject({ code: 0, stdout: expect.stringContaining('COUNTED_ELSEWHERE') })

  const more = ['swap', '1.5', 'ETH', 'USDC', '-y', '-a', 'dev4']
  // 3 ETH of 2 within a minute
  expect.soft(await user.run([...more, '--state-dir', elsewhere])).toMatchObject({ code: 10 })
  expect.soft(await cli.countSentBy('dev4')).toBe(1)
  expect(JSON.parse(readFileSync(path, 'utf8')).stateDirectory).toBe(countedIn)
}, 120_000)
