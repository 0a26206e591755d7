/**
 * WRONG: the approval of a quote was built by `approve <quote> --build-only`, which is the way that `swap <quote> --build-only`
 * names itself, and signed and sent by `tx sign` and `tx send`, all on one machine. `status <quote>` says «Nothing was signed or
 * sent for it.», and `swap <quote>` that is refused by its words says `sent: false`. After `approve <quote>` itself both tell the
 * approval that was sent.
 * LOSS: an allowance of the router stays open, denied by each command that names the quote.
 * CAUSE: src/app/trade/offline/build.ts:75-95 (`buildApproval` records nothing of the quote; only a swap's file does, by
 * `recordFile`), and so src/store/journal/quote-rows.ts:37 cannot find it.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('a quote of which the approval was sent by a file', async () => {
  const user = fixture.createHostedUser()
  const json = ['-o', 'json'] as const
  const { id } = parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', 'dev1', ...json]))
  const [unsigned, signed] = [join(user.home, 'unsigned.json'), join(user.home, 'signed.json')]
  parseData(await user.run(['approve', id, '--build-only', '-a', 'dev1', '--out', unsigned, ...json]))
  parseData(await user.run(['tx', 'sign', unsigned, '--out', signed, '-y', ...json]))
  parseData(await user.run(['tx', 'send', signed, ...json]))
  expect(await fixture.countSentBy('dev1')).toBe(1)

  const seen = await user.run(['status', id])
  expect.soft(seen.stdout.replace(/\s+/g, ' ')).not.toContain('Nothing was signed or sent for it')
  const refused = errorOf(await user.run(['swap', id, '-a', 'nobody', '-y', ...json]))
  expect.soft(refused).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
})
