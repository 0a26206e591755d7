/**
 * WRONG: `swap <quote> --id salary` has signed and sent its approval, which waits at a node. Every command that names the quote
 * denies it: `status <quote>` says «Nothing was signed or sent for it.», `tx cancel <quote>` finds nothing, and `swap <quote>`
 * refused early says `sent: false`. The same swap without a name is told by each of them.
 * LOSS: told that nothing was sent, the user forgets an allowance that is being given, and pays for a second approval.
 * CAUSE: src/store/journal/quote-rows.ts:36 (`swaps` are those bound to the quote or with the quote in their key; an intent
 * with a name of its own has the quote only in its typed request, and is bound at the swap's signature).
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test('a quote of which the approval was sent by a swap with a name', async () => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '50', 'USDC', 'ETH', '-a', 'dev1', '-o', 'json']))
  await fixture.chain.rpc('evm_setAutomine', false)
  const first = errorOf(
    await user.run(['swap', id, '--id', 'salary', '-a', 'dev1', '-y', '-o', 'json', '--timeout', '10s']),
  )
  expect(first).toMatchObject({ code: 'PENDING', sent: true })
  expect(first.message).toContain('The approval was SENT')
  expect(Number(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress('dev1'), 'pending'))).toBe(1)

  const seen = await user.run(['status', id])
  expect.soft(seen.stdout.replace(/\s+/g, ' ')).not.toContain('Nothing was signed or sent for it')
  expect.soft(parseData<{ approvals?: string[] }>(await user.run(['status', id, '-o', 'json'])).approvals).toHaveLength(1)
  expect.soft(errorOf(await user.run(['approve', id, '-a', 'nobody', '-y', '-o', 'json']))).toMatchObject({ sent: true })
  const cancelled = await user.run(['tx', 'cancel', id, '-y', '--no-wait', '-o', 'json'])
  expect.soft(errorOf(cancelled)?.code).toBeUndefined()
})
