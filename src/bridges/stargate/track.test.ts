/** What a pool of the destination holds; all else of tracking is in `test/crossing/stargate.spec.ts`. */
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import type { BridgeLog, CrossingReader } from '#domain/crossing/bridge'
import { evm, hex, networkName, noBytes, seconds } from '#domain/units'
import { stargateBridgeAbi } from '#encoding/contracts/stargate-bridge.gen'
import { bridge } from './index.ts'
import { stargateNetworks } from './networks.ts'
import { findStargatePlace } from './routes.ts'
import { trackCrossing } from './track.ts'

const [source, destination] = [
  ['ethereum', 1],
  ['base', 8453],
].map(([name, chainId]) => findStargatePlace({ name: networkName(String(name)), chainId: Number(chainId) }))
const pool = stargateNetworks.find(({ chainId }) => chainId === 8453)?.assets.USDC?.pool
const [guid, other] = ['9', '8'].map((digit) => hex(`0x${digit.repeat(64)}`))
const crossing = evm(`0x${'5'.repeat(40)}`)
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const events = new Interface([
  'event UnreceivedTokenCached(bytes32,uint8,uint32,address,uint256,bytes)',
  'function retryReceiveToken(bytes32,uint8,uint32,address,uint256,bytes)',
])

const logOf = (abi: Interface, name: string, values: readonly unknown[], at: string): BridgeLog => {
  const { topics, data } = abi.encodeEventLog(name, values)
  return { address: evm(at), topics: topics.map(hex), data: hex(data), transaction: hex(`0x${'1'.repeat(64)}`) }
}

/** 100 USDC were sent for the crossing contract, of which 99 are to be paid; the pool has logged what it holds. */
function track(held: readonly (readonly unknown[])[]) {
  if (source === undefined || destination === undefined || pool === undefined) throw new Error('no networks')
  const terms = [guid, 8453, 1_800_000_000, usdc, 100, 99, crossing, '0x1234']
  const sent = logOf(new Interface(stargateBridgeAbi), 'Sent', terms, source.bridge)
  const logs = held.map((values) => logOf(events, 'UnreceivedTokenCached', values, pool))
  const reader: CrossingReader = {
    receipt: async () => ({ status: 'success', logs: [sent] }),
    call: async () => noBytes,
    logs: async (from, [topic]) => logs.filter(({ address, topics }) => address === from && topics[0] === topic),
    now: async () => seconds(1_800_000_100),
    blockNumber: async () => undefined,
  }
  const hash = hex(`0x${'2'.repeat(64)}`)
  const ends = { source: { ...source, reader }, destination: { ...destination, reader } }
  return trackCrossing(hash, { ...ends, crossing })
}

test('what the pool holds of this message is paid by it again, and of no other', async () => {
  const ours = [guid, 3, 30101, destination?.bridge, 99, '0x0506']
  const others = [ours.with(0, other), ours.with(2, 30109), ours.with(3, crossing), ours.with(4, 98)]
  expect(await track(others)).not.toHaveProperty('completion')
  const data = events.encodeFunctionData('retryReceiveToken', ours)
  const state = await track([...others, ours])
  expect(state).toMatchObject({ state: 'bridging', completion: { to: pool, data } })
  expect(bridge.listRecoveries(state, crossing, seconds(0))).toMatchObject([{ action: 'complete', to: pool, data }])
})
