/**
 * WRONG: `policy set` of any rule under another `--state-dir` moves every limit of a day to that folder's journal, unsaid.
 * LOST: what was spent today is forgotten, a second day's limit is signed there; and with the usual folder nothing is.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, startCliFixture } from './fixture.ts'

let cli: CliFixture
beforeAll(async () => {
  cli = await startCliFixture()
}, 120_000)
afterAll(() => cli.close())

test('a token that is denied under another state directory does not begin the day’s limit again', async () => {
  const user = cli.createHostedUser()
  const sure = ['-y', '--allow-policy-change'] as const
  expect(await user.run(['policy', 'set', 'per-day', 'ETH', '2', ...sure])).toMatchObject({ code: 0 })
  expect(await user.run(['swap', '1.5', 'ETH', 'USDC', '-y', '-a', 'dev4'])).toMatchObject({ code: 0 })
  const path = join(user.keystore, '.policy.json')
  const countedIn: unknown = JSON.parse(readFileSync(path, 'utf8')).stateDirectory

  const elsewhere = join(user.home, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  const words = ['policy', 'set', 'deny-tokens', 'DAI', ...sure, '--state-dir', elsewhere]
  expect(await user.run(words)).toMatchObject({ code: 0 })

  const more = ['swap', '1.5', 'ETH', 'USDC', '-y', '-a', 'dev4']
  // 3 ETH of 2 within a minute
  expect.soft(await user.run([...more, '--state-dir', elsewhere])).toMatchObject({ code: 10 })
  expect.soft(await cli.countSentBy('dev4')).toBe(1)
  expect(JSON.parse(readFileSync(path, 'utf8')).stateDirectory).toBe(countedIn)
}, 120_000)
