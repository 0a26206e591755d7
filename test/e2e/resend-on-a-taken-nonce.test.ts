/**
 * Every node dropped a swap that waited, and the user makes a payment by another wallet, whose transaction waits with the same
 * nonce. Neither are the old bytes sent again by themselves, nor a cancellation of them: both would push the payment out.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** What the account sent before is mined; then a swap waits, is dropped, and another wallet's payment waits in its place. */
async function dropAndPay(user: User, account: string) {
  const { rpc } = fixture.chain
  await rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', account, '-y', '--id', account, '-o', 'json']
  const first = JSON.parse((await user.run([...words, '--no-wait'])).stdout)
  await rpc('anvil_dropTransaction', first.data.tx.hash)
  const [from, to] = [findDevAddress(account), findDevAddress('dev9')]
  const payment = await rpc<string>('eth_sendTransaction', {
    from,
    to,
    value: '0x1',
    gasPrice: '0x3b9aca00',
    nonce: '0x0',
  })
  expect(await rpc('eth_getTransactionCount', from, 'pending')).toBe('0x1')
  return { payment, words }
}

test.each([
  { account: 'dev1', again: [] },
  { account: 'dev2', again: ['tx', 'cancel', 'dev2', '-y'] },
])(
  '$account: a dropped swap does not push out what another program has waiting on its nonce',
  async ({ account, again }) => {
    const user = fixture.createHostedUser()
    const { payment, words } = await dropAndPay(user, account)
    await user.run([...(again.length === 0 ? words : again), '--timeout', '8s'])
    await fixture.chain.rpc('evm_mine')
    expect(await fixture.chain.rpc<object>('eth_getTransactionReceipt', payment)).toMatchObject({ status: '0x1' })
  },
)
