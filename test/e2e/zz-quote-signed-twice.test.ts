/**
 * A machine with the network, which need not be trusted, hands the signing machine the transaction of one quote twice, with two
 * nonces («the first file was damaged»). Both are signed without a word, though the journal there knows that the quote was
 * signed for; `tx send` takes both, and both are mined: one quote, sold twice. A quote is used once everywhere else.
 * Cause: src/app/trade/offline/sign.ts:85 (`findSigned` looks for the very same bytes only, by src/app/trade/offline/verify.ts:95,
 * never by `trade.quoteId`), and likewise src/app/trade/offline/send.ts:62.
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
  expect.soft(codes).not.toEqual([0, 0, 0, 0])
  expect(await fixture.countSentBy('dev1')).toBe(1)
})
