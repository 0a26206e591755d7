/** The built program crosses by Stargate on two sandboxes, and completes what an empty store finds. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evm, type Hex } from '#domain/units'
import { placeAcross } from './across-on-sandbox.ts'
import { createPairUser } from './sandbox-pair.ts'
import { balanceOf, rpc, type SandboxSide, send } from './sandbox-side.ts'
import { placeStargateOn, type SandboxStargate } from './stargate-on-sandbox.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const owner = evm('0x15d34aaf54267db7d7c367839aaf71a00a2c6a65')
const usdcOfBase = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const wethOfBase = '0x4200000000000000000000000000000000000006'
const between = [
  ...['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0'],
  ...['--bridge', 'stargate'],
] as const
let source: SandboxSide
let destination: SandboxSide
let stargate: SandboxStargate

const { run, runElsewhere, startPair, end } = createPairUser()

beforeAll(async () => {
  ;[source, destination] = await startPair(dev0, owner)
  stargate = await placeStargateOn([source, destination], owner)
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

test('WETH for WETH over USDC: quoted, sent with the message’s price, completed by an empty store, received to the unit', async () => {
  const quoted = await run('quote', '1', 'WETH', 'WETH', ...between)
  expect([quoted.code, quoted.error]).toEqual([0, undefined])
  expect(quoted.data.bridge).toMatchObject({ name: 'stargate', fee: { ratePpm: 100 } })
  expect(BigInt(quoted.data.bridge.messageFee) > 2_000_000_000_000n).toBe(true)
  expect(quoted.data.onFailure.map((one: { failure: string }) => one.failure)).toEqual([
    'nobody_completes',
    'swap_fails',
  ])
  const sent = await run('swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const { hash } = sent.data.tx
  const transaction = await rpc<{ value: string }>(source, 'eth_getTransactionByHash', hash)
  expect(BigInt(transaction.value)).toBe(BigInt(quoted.data.bridge.messageFee))
  const waiting = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(waiting.data.crossing).toMatchObject({ state: 'bridging', bridge: 'stargate', recoveries: [] })
  const early = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([early.code, early.error.code]).toEqual([2, 'USAGE'])

  await stargate.carry(hash)
  const before = await balanceOf(destination, wethOfBase, dev0)
  const completed = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([completed.code, completed.error]).toEqual([0, undefined])
  expect(completed.data).toMatchObject({ kind: 'claim', stage: 'confirmed', network: 'sandbox-base' })
  expect(String((await balanceOf(destination, wethOfBase, dev0)) - before)).toBe(quoted.data.buy.raw)
  const done = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(done.data.crossing).toMatchObject({ state: 'success', receivedRaw: quoted.data.buy.raw, recoveries: [] })
  const twice = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([twice.code, twice.error.code]).toEqual([2, 'USAGE'])
})

test('a message that no executor carries out is received, and then passed on, by the same account and command', async () => {
  const sent = await run('swap', '1000', 'USDC', 'WETH', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  await stargate.verify(sent.data.tx.hash)
  const before = await balanceOf(destination, wethOfBase, dev0)
  const received = await run('status', sent.data.swapId, '-a', 'dev2', '--complete', '-y')
  expect([received.code, received.error]).toEqual([0, undefined])
  expect((await run('status', sent.data.swapId)).data.crossing).toMatchObject({
    state: 'bridging',
    recoveries: [{ action: 'complete' }],
  })
  const passed = await run('status', sent.data.swapId, '-a', 'dev2', '--complete', '-y')
  expect([passed.code, passed.error]).toEqual([0, undefined])
  expect(passed.data.tx.hash).not.toBe(received.data.tx.hash)
  expect(String((await balanceOf(destination, wethOfBase, dev0)) - before)).toBe(sent.data.quoted.raw)
  expect((await run('status', sent.data.swapId)).data.crossing).toMatchObject({ state: 'success', recoveries: [] })
})

test('what the pool could not pay is paid, and passed on, by the same command', async () => {
  const asked = { to: usdcOfBase, data: new Interface(['function blacklister()']).encodeFunctionData('blacklister') }
  const bar = async (name: string) =>
    send(destination, evm(`0x${(await rpc<Hex>(destination, 'eth_call', asked, 'latest')).slice(26)}`), {
      to: evm(usdcOfBase),
      data: new Interface([`function ${name}(address)`]).encodeFunctionData(name, [stargate.destination.pool]),
    })
  const sent = await run('swap', '1000', 'USDC', 'WETH', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  await bar('blacklist')
  await stargate.carry(sent.data.tx.hash)
  const complete = () => run('status', sent.data.swapId, '-a', 'dev2', '--complete', '-y')
  const refused = await complete()
  expect([refused.code, refused.error.code]).toEqual([9, 'ESTIMATE_GAS_FAILED'])
  await bar('unBlacklist')
  const before = await balanceOf(destination, wethOfBase, dev0)
  const ends = [await complete(), await complete()]
  expect(ends.map(({ code, error }) => [code, error])).toEqual(Array(2).fill([0, undefined]))
  expect(String((await balanceOf(destination, wethOfBase, dev0)) - before)).toBe(sent.data.quoted.raw)
  expect((await run('status', sent.data.swapId)).data.crossing).toMatchObject({ state: 'success', recoveries: [] })
})

test('USDC for USDC, paid by Stargate itself', async () => {
  const sent = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const before = await balanceOf(destination, usdcOfBase, dev0)
  await stargate.carry(sent.data.tx.hash)
  // a basis point, and the unit by which Stargate rounds it up
  expect((await balanceOf(destination, usdcOfBase, dev0)) - before).toBe(99_989_999n)
  expect((await runElsewhere('status', sent.data.tx.hash, '-n', 'sandbox-ethereum')).data.crossing).toMatchObject({
    state: 'success',
    receivedRaw: '99989999',
  })
})

test('of two bridges the one that leaves more is taken, its message’s fee counted', async () => {
  for (const side of [source, destination]) await placeAcross(side)
  const bridgeOf = async (sold: string) => {
    const quoted = await run('quote', sold, 'USDC', 'USDC', ...between, '--bridge', 'across')
    expect([quoted.code, quoted.error]).toEqual([0, undefined])
    return quoted.data.bridge.name
  }
  // a basis point and a message, or five and the gas of a payment
  expect(await bridgeOf('1000')).toBe('stargate')
  await stargate.setMessagePrice(10n ** 15n)
  expect(await bridgeOf('1000')).toBe('across')
  await stargate.setMessagePrice(0n)
})

test('more than the path has credit for is not offered', async () => {
  const refused = await run('quote', '100000000', 'USDC', 'USDC', ...between)
  expect([refused.code, refused.error.code]).toEqual([2, 'CROSS_CHAIN_NOT_AVAILABLE'])
})
