import { keccak256 } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routerCreate2Address, routerRuntimeCodeHash } from '#encoding/contracts/router.gen'
import { type RunningChain, startChain } from './start.ts'

let chain: RunningChain
beforeAll(async () => {
  const begun = performance.now()
  chain = await startChain()
  console.info(`started in ${Math.round(performance.now() - begun)} ms`)
})
afterAll(() => chain.stop())

test('answers as the sandbox, with the current time', async () => {
  expect(await chain.rpc('eth_chainId')).toBe('0x7a69')
  const head = await chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
  expect(Math.abs(Number(head.timestamp) - Date.now() / 1_000)).toBeLessThan(5)
})

test('has our router', async () => {
  const code = await chain.rpc<string>('eth_getCode', routerCreate2Address, 'latest')
  expect(keccak256(code)).toBe(routerRuntimeCodeHash)
})

test('reports why it cannot start', async () => {
  const port = Number(new URL(chain.url).port)
  await expect(startChain({ port })).rejects.toMatchObject({ code: 'SANDBOX_FAILED' })
  await expect(startChain({ flags: ['--no-such-flag'] })).rejects.toThrow(/no-such-flag/)
})

test('ends', async () => {
  const other = await startChain({ chainId: 8453, router: false })
  expect(await other.rpc('eth_chainId')).toBe('0x2105')
  expect(await other.rpc('eth_getCode', routerCreate2Address, 'latest')).toBe('0x')
  await other.stop()
  expect(() => process.kill(other.pid, 0)).toThrow()
})
