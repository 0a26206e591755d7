/** Gas of a leg beyond its pool's own swap, compared with the figures that routing uses. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Leg } from '#domain/quotes/route'
import { type Address, nativeToken } from '#domain/units'
import { moveOverheadGas } from '#routing/index/gas'
import { getTestContractCode } from './compile.ts'
import { deployStableSwap, deployVault, stableLeg, vaultLeg } from './far-pools.ts'
import { createLeg, createRig, encodeCall, ether, type Rig } from './rig.ts'
import { encodeSwapCalldata } from './trade.ts'

const direct = new Interface([
  'function allow(address coin, address spender)',
  'function callback(address pool, address sold, uint256 amountIn)',
  'function vault(address manager, (address, address, uint24, int24, address) key, uint256 amountIn)',
  'function adapter(address pool, uint8 from, uint8 to, uint256 amountIn)',
])

let rig: Rig
let ends: readonly [sold: Address, bought: Address]
let seller: Address
beforeAll(async () => {
  rig = await createRig()
  const { a, b } = rig.tokens
  ends = a < b ? [a, b] : [b, a]
  seller = await rig.deploy(rig.maker, getTestContractCode('Direct'))
  for (const token of ends)
    await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [seller, 100n * ether]) })
})
afterAll(() => rig.close())

/** Gas of the third call: every slot has been written before. */
async function gasOf(tx: { readonly from: Address; readonly to: Address; readonly data: string }): Promise<number> {
  for (const _ of [1, 2]) await rig.send(tx)
  return Number((await rig.send(tx)).gasUsed)
}

const calldataGas = (data: string): number =>
  Buffer.from(data.slice(2), 'hex').reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0)

/** The router's transaction minus the bare swap, calldata included. */
async function beside(one: Leg, method: string, values: readonly unknown[]): Promise<number> {
  const [tokenIn, tokenOut] = ends
  const routed = encodeSwapCalldata(rig, { tokenIn, tokenOut, legs: [one] })
  const bare = direct.encodeFunctionData(method, values)
  const through = await gasOf({ from: rig.user, to: rig.router, data: routed })
  return through - (await gasOf({ from: rig.maker, to: seller, data: bare })) + calldataGas(bare)
}

test('a vault and an adapter cost what routing adds for them, over a pool that calls back', async () => {
  const [sold, bought] = ends
  const callback = await beside(createLeg(rig.pools.ab3, sold), 'callback', [rig.pools.ab3.address, sold, ether])
  const manager = await deployVault(rig, [ends])
  const key = [sold, bought, 3000, 60, nativeToken]
  const vault = await beside(vaultLeg(manager, ends), 'vault', [manager, key, ether])
  const stable = await deployStableSwap(rig, ends)
  const allow = direct.encodeFunctionData('allow', [sold, stable.pool])
  await rig.send({ from: rig.maker, to: seller, data: allow })
  const adapter = await beside(stableLeg(stable, sold), 'adapter', [stable.pool, 0, 1, ether])

  expect(moveOverheadGas.callback).toBe(0n)
  expect(Math.abs(vault - callback - Number(moveOverheadGas.vault))).toBeLessThan(1_000)
  expect(Math.abs(adapter - callback - Number(moveOverheadGas.adapter))).toBeLessThan(1_000)
})
