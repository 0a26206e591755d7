/** Crossings of one account at the same time, and amounts at the lower end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cctpOf, createCctpUser } from './cctp-on-sandbox.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const names = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0', '--bridge', 'cctp'] as const
let source: SandboxSide
let destination: SandboxSide

const { run, startPair, end } = createCctpUser()

beforeAll(async () => {
  ;[source, destination] = await startPair(dev0)
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

test('three at once, of one token: each has its nonce and deposit, and no allowance stays', async () => {
  const { usdc } = cctpOf(source)
  const before = await balanceOf(source, usdc, dev0)
  const sent = await Promise.all(
    ['101', '102', '103'].map((amount) => run('swap', amount, 'USDC', 'USDC', ...names, '-y', '--no-wait')),
  )
  expect(sent.map(({ code, error }) => [code, error])).toEqual(Array(3).fill([0, undefined]))
  expect(new Set(sent.map(({ data }) => data.tx.nonce)).size).toBe(3)
  expect(before - (await balanceOf(source, usdc, dev0))).toBe(306_000_000n)
  const deposits = await Promise.all(sent.map(({ data }) => run('status', data.swapId)))
  expect(deposits.map(({ data }) => data.crossing.deposit.amount)).toEqual(['101000000', '102000000', '103000000'])
  const { data } = await run('allowances', ...names.slice(0, 2), '-a', 'dev0')
  expect(data.allowances).toEqual([])
})

test('two runs with one id send one crossing', async () => {
  const { usdc } = cctpOf(source)
  const before = await balanceOf(source, usdc, dev0)
  const words = ['swap', '50', 'USDC', 'USDC', ...names, '-y', '--no-wait', '--id', 'order-50'] as const
  const sent = await Promise.all([run(...words), run(...words)])
  expect(new Set(sent.flatMap(({ data }) => data?.tx?.hash ?? [])).size).toBe(1)
  expect(before - (await balanceOf(source, usdc, dev0))).toBe(50_000_000n)
})

test('a unit, of which the bridge would keep all, and five, of which it would keep one', async () => {
  const none = await run('quote', '0.000001', 'USDC', 'USDC', ...names)
  expect([none.code, none.error.code]).toEqual([2, 'CROSS_CHAIN_NOT_AVAILABLE'])
  const half = await run('swap', '0.000002', 'USDC', 'USDC', ...names, '-y', '--no-wait')
  expect([half.error.code, half.error.sent]).toEqual(['CROSS_CHAIN_NOT_AVAILABLE', false])
  const most = await run('swap', '0.000005', 'USDC', 'USDC', ...names, '-y', '--no-wait', '--max-gas', '1')
  expect([most.code, most.error]).toEqual([0, undefined])
  const { crossing } = (await run('status', most.data.swapId)).data
  expect(crossing.deposit).toMatchObject({ amount: '5', paid: '4' })
  expect(await rpc(destination, 'eth_chainId')).toBe('0x2105')
})
