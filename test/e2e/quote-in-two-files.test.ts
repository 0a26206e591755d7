/**
 * The transaction of one quote in two files, with two nonces: both could be mined. The second one is neither signed nor sent.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('the swap of one quote is signed and mined once, also from two files', async () => {
  const [online, cold] = [fixture.createHostedUser(), fixture.createHostedUser()]
  const at = (name: string) => join(online.home, name)
  expect((await online.run(['tx', 'build', '1', 'ETH', 'USDC', '-a', 'dev1', '--out', at('0.json')])).code).toBe(0)
  const document = JSON.parse(readFileSync(at('0.json'), 'utf8'))
  document.transaction.nonce = 1
  writeFileSync(at('1.json'), JSON.stringify(document), { mode: 0o600 })
  const codes: (number | null)[] = []
  for (const name of ['0', '1']) {
    const signed = await cold.run(['tx', 'sign', at(`${name}.json`), '--out', at(`${name}.signed.json`), '-y'])
    codes.push(signed.code)
    if (signed.code === 0) codes.push((await online.run(['tx', 'send', at(`${name}.signed.json`)])).code)
  }
  expect(codes).toEqual([0, 0, 8])
  const elsewhere = fixture.createHostedUser() // its journal has no other signature of the quote
  const signed = await elsewhere.run(['tx', 'sign', at('1.json'), '--out', at('1.signed.json'), '-y'])
  expect(signed.code, signed.stderr).toBe(0)
  const sent = await online.run(['tx', 'send', at('1.signed.json'), '-o', 'json'])
  expect(JSON.parse(sent.stdout)).toMatchObject({ error: { code: 'QUOTE_CONSUMED' } })
  expect(await fixture.countSentBy('dev1')).toBe(1)
})
