/**
 * A file was signed for nonce 0. Meanwhile another wallet of the same key sends a payment, which waits with that nonce: what is
 * sent first has it (docs/decisions/0043), so the file, whose fees are higher, is refused.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('a file does not push out what another program has waiting on its nonce', async () => {
  const user = fixture.createHostedUser()
  const { rpc } = fixture.chain
  const file = join(user.home, 'signed.json')
  const made = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--sign-only', '--out', file]
  expect((await user.run(made)).code).toBe(0)
  await rpc('evm_setAutomine', false)
  const [from, to] = [findDevAddress('dev1'), findDevAddress('dev2')]
  const payment = await rpc<string>('eth_sendTransaction', {
    from,
    to,
    value: '0x1',
    gasPrice: '0x3b9aca00',
    nonce: '0x0',
  })
  expect(await rpc('eth_getTransactionCount', from, 'pending')).toBe('0x1')

  const named = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--nonce', '0', '-o', 'json']
  expect.soft(errorOf(await user.run(named))).toMatchObject({ code: 'NONCE_TAKEN', sent: false })
  const sent = await user.run(['tx', 'send', file, '--no-wait', '-o', 'json'])
  await rpc('evm_mine')
  expect.soft(JSON.parse(sent.stdout).error?.code).toBe('NONCE_TAKEN')
  expect(await rpc<object>('eth_getTransactionReceipt', payment)).toMatchObject({ status: '0x1' })
})
