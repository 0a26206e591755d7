/** Commands that change the policy at the same time: a rule that one of them said to bind every signature does bind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, startCliFixture } from './fixture.ts'

let cli: CliFixture
beforeAll(async () => {
  cli = await startCliFixture()
}, 120_000)
afterAll(() => cli.close())

test('no rule is lost by another one that is set at the same time', async () => {
  const user = cli.createUser()
  const rules = [
    ['per-tx', 'ETH', '1'],
    ['per-tx', 'USDC', '100'],
    ['deny-tokens', 'DAI'],
    ['networks', 'sandbox'],
  ] as const
  const sure = ['-y', '--allow-policy-change', '-o', 'json'] as const
  const running = await Promise.all(rules.map((rule) => user.start(['policy', 'set', ...rule, ...sure])))
  const ended = await Promise.all(running.map((one) => one.ended))
  const text = readFileSync(join(user.keystore, '.policy.json'), 'utf8')
  const { perTransaction, denyTokens, networks } = JSON.parse(text)
  const kept = [
    ...perTransaction.map((one: { token: { symbol: string }; limit: string }) => [
      'per-tx',
      one.token.symbol,
      one.limit,
    ]),
    ...denyTokens.map((one: { symbol: string }) => ['deny-tokens', one.symbol]),
    ...networks.map((name: string) => ['networks', name]),
  ]
  const said = rules.filter((_, i) => ended[i]?.code === 0)
  for (const rule of said) expect(kept).toContainEqual([...rule])
}, 120_000)
