/** On our ports. */
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { protocol } from '#protocols/lido/index'
import { computeOut, deployPort, orderedPool, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { encodeCall, ether } from '#test/contracts/rig'
import { affiliatePercent } from '#test/contracts/trade'

const ports = new Interface([
  'function fill(uint256, uint256, uint256, address, uint256)',
  'function sharesOf(address) view returns (uint256)',
  'function getWstETHByStETH(uint256) view returns (uint256)',
])

/** The user has stETH and has approved the router. */
const stage = setUpAdapter(protocol, async (rig) => {
  const steth = await deployPort(rig, 'StEthPort', ['bool'], [true])
  const address = await deployPort(rig, 'WstEthPort', ['address'], [steth])
  const filled = [1_234_567n * ether + 1n, 1_000_000n * ether, 77n, address, 5n]
  await rig.send({ from: rig.maker, to: steth, data: ports.encodeFunctionData('fill', filled) })
  await supply(rig, rig.user, [steth], 1_000n * ether)
  await rig.send({ from: rig.user, to: steth, data: encodeCall('approve', [rig.router, 2n ** 256n - 1n]) })
  return orderedPool(protocol.kind, address, [steth, address])
})

const tokens = () => stage().pools.tokens as readonly [Address, Address]
const leg = (share32?: number) => stage().legOf(stage().pools, tokens()[0], share32)
const said = (amountIn: bigint) =>
  computeOut(stage().rig, protocol, { pool: stage().pools, sold: tokens()[0], amountIn })
const ask = async (to: Address, name: string, value: unknown) =>
  BigInt(await stage().rig.simulate({ from: stage().rig.user, to, data: ports.encodeFunctionData(name, [value]) }))

test.each([1n, 2n, 3n, ether, ether + 1n, 123_456_789_012_345_678_901n])(
  '%i units give to the wei what we and the wrapper compute, and no share stays',
  (raw) => {
    const { rig, adapter, encode, refusal, trade } = stage()
    return rig.undone(async () => {
      const [steth, wsteth] = tokens()
      const amountIn = amount(raw)
      const expected = await said(raw)
      if (expected === undefined) {
        expect(await refusal([leg()], { amountIn })).not.toBe('done')
        return
      }
      const { receiver } = await trade([leg()], { amountIn })
      expect(receiver).toBe(expected)
      expect(receiver).toBe(await ask(wsteth, 'getWstETHByStETH', raw))

      await rig.send({ from: rig.user, to: rig.router, data: encode([leg()], { amountIn }) })
      for (const holder of [adapter, rig.router]) expect(await ask(steth, 'sharesOf', holder)).toBe(0n)
      expect(await rig.read(steth, 'allowance', [adapter, wsteth])).toBe(0n)
      expect(await rig.balance(wsteth, adapter)).toBe(0n)
    })
  },
)

test('an affiliate is paid, and the rest is wrapped', () =>
  stage().rig.undone(async () => {
    const { receiver } = await stage().trade([leg()], { affiliate: affiliatePercent(stage().rig, 1) })
    expect(receiver).toBe(await said((99n * ether) / 100n))
  }))

test('each of two parts gives its shares', () =>
  stage().rig.undone(async () => {
    const third = Math.floor(wholeShare / 3)
    const amountIn = amount(7n * ether + 5n)
    const first = (amountIn * BigInt(third)) / BigInt(wholeShare)
    const parts = [await said(first), await said(amountIn - first)]
    const { receiver } = await stage().trade([leg(third), leg()], { amountIn })
    expect(receiver).toBe((parts[0] ?? 0n) + (parts[1] ?? 0n))
  }))

test('wstETH is refused as input', async () => {
  const { rig, pools, legOf, refusal } = stage()
  const [, wsteth] = tokens()
  await rig.send({ from: rig.user, to: wsteth, data: encodeCall('approve', [rig.router, ether]) })
  expect(await refusal([legOf(pools, wsteth)])).not.toBe('done')
})
