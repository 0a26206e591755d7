/** The built program crosses by CCTP on two sandboxes, with their own USDC, and completes what an empty store finds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cctpOf, createCctpUser } from './cctp-on-sandbox.ts'
import { balanceOf, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const between = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0', '--bridge', 'cctp'] as const
let destination: SandboxSide

const { run, runElsewhere, startPair, end, serviceOf } = createCctpUser()

beforeAll(async () => {
  ;[, destination] = await startPair(dev0)
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

test('WETH for WETH over USDC: quoted, burned, completed by an empty store, received to the unit', async () => {
  const quoted = await run('quote', '1', 'WETH', 'WETH', ...between)
  expect([quoted.code, quoted.error]).toEqual([0, undefined])
  expect(quoted.data.onFailure.map((one: { failure: string }) => one.failure)).toEqual([
    'nobody_completes',
    'swap_fails',
  ])
  const sent = await run('swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const { hash } = sent.data.tx
  const waiting = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(waiting.data.crossing).toMatchObject({ state: 'bridging', bridge: 'cctp', recoveries: [] })
  expect(waiting.data.crossing.deposit).toMatchObject({ refundTo: null, deadline: null })
  const early = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([early.code, early.error.code]).toEqual([2, 'USAGE'])

  const { amount, paid } = waiting.data.crossing.deposit
  serviceOf().filled = { fee: BigInt(amount) - BigInt(paid) }
  const weth = '0x4200000000000000000000000000000000000006'
  const before = await balanceOf(destination, weth, dev0)
  const completed = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([completed.code, completed.error]).toEqual([0, undefined])
  expect(completed.data).toMatchObject({ kind: 'claim', stage: 'confirmed', network: 'sandbox-base' })
  expect(String((await balanceOf(destination, weth, dev0)) - before)).toBe(quoted.data.buy.raw)
  const done = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(done.data.crossing).toMatchObject({ state: 'success', receivedRaw: quoted.data.buy.raw, recoveries: [] })
  const twice = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([twice.code, twice.error.code]).toEqual([2, 'USAGE'])
})

test('USDC for USDC, paid by CCTP itself', async () => {
  serviceOf().filled = undefined
  const sent = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  serviceOf().filled = { fee: 10_000n }
  const usdc = cctpOf(destination).usdc
  const before = await balanceOf(destination, usdc, dev0)
  const { hash } = sent.data.tx
  const completed = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([completed.code, completed.error]).toEqual([0, undefined])
  expect((await balanceOf(destination, usdc, dev0)) - before).toBe(99_990_000n)
  expect((await runElsewhere('status', hash, '-n', 'sandbox-ethereum')).data.crossing).toMatchObject({
    state: 'success',
    receivedRaw: '99990000',
  })
})
