/**
 * A file that was changed between `tx sign` and `tx send`, so that it calls the tokens otherwise than the lists do. Its bytes have
 * addresses only: what it calls them decides which amounts the sending machine shows, records and counts.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('a file that calls listed tokens otherwise is not sent as what it says', async () => {
  const cold = fixture.createHostedUser()
  const file = join(cold.home, 'signed.json')
  await cold.run(['approve', 'USDC', '50', '-a', 'dev1', '-y'])
  const made = ['swap', '50', 'USDC', 'DAI', '-a', 'dev1', '-y', '--sign-only', '--out', file]
  expect((await cold.run(made)).code).toBe(0)
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const { terms } = document.unsigned
  terms.sell = { ...terms.sell, symbol: 'WBTC', name: 'Wrapped Bitcoin', decimals: 8 }
  terms.buy = { ...terms.buy, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  chmodSync(file, 0o600)
  writeFileSync(file, JSON.stringify(document))

  const hot = fixture.createHostedUser()
  const sent = JSON.parse((await hot.run(['tx', 'send', file, '-o', 'json'])).stdout)
  const shown = (await hot.run(['history'])).stdout
  expect.soft(shown).not.toMatch(/0\.5 WBTC +49,992,952,134,660 USDC/)
  expect(sent.error?.code ?? `told: ${sent.data?.sold?.formatted} ${sent.data?.sold?.token.symbol}`).toBe(
    'PAYLOAD_MISMATCH',
  )
})
