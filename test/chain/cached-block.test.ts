/** What a survey reads at a block that it has read before, from a node that may have another one by now. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, everyFamily as protocols } from './setup.ts'
import { densest, everything } from './surveyed.ts'

let chain: RunningChain
let proxy: FaultProxy
beforeAll(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
})
afterAll(async () => {
  await proxy.close()
  await chain.stop()
})
afterEach(() => proxy.rules([]))

const open = () => createChain({ clock, memory: createMemory(), protocols }, { network, urls: [proxy.url] })

test('what is missing of a cached block is not read of another block of its number', async () => {
  const before = await chain.rpc('evm_snapshot')
  const asked = open()
  await asked.survey(everything)
  await chain.rpc('evm_mine')
  const first = await asked.survey(everything)
  const { block } = first.snapshot
  await chain.rpc('evm_revert', before)
  await chain.rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca07')
  await chain.rpc('evm_setNextBlockTimestamp', block.time)
  await chain.rpc('evm_mine')
  const { pool } = densest(first)
  const wide = await asked.survey({ ...everything, block: block.number, widen: [pool] })
  expect(wide.snapshot.block).toMatchObject({ number: block.number, time: block.time })
  expect(wide.snapshot.block.hash).not.toBe(block.hash)
  expect(wide.snapshot.block).toEqual(await open().head())
  expect(densest(wide).state.ticks.length).toBeGreaterThanOrEqual(2_000)
})

test('what is missing of a cached block is not read of another block of its time', async () => {
  const asked = open()
  const first = await asked.survey(everything)
  const { block } = first.snapshot
  await chain.rpc('anvil_setBlockTimestampInterval', 0)
  await chain.rpc('evm_mine')
  await chain.rpc('anvil_removeBlockTimestampInterval')
  expect(await open().head()).toMatchObject({ number: block.number + 1, time: block.time })
  const at = (number: number) => `0x${number.toString(16)}`
  proxy.rules([
    {
      when: ({ method, params }) => method === 'eth_call' && params[1] === at(block.number),
      times: 1,
      fault: { kind: 'rewrite', params: ({ params: [call, , ...more] }) => [call, at(block.number + 1), ...more] },
    },
  ])
  const { pool } = densest(first)
  proxy.forget()
  const wide = await asked.survey({ ...everything, block: block.number, widen: [pool] })
  expect(proxy.posts.length).toBeGreaterThan(1)
  expect(wide.snapshot.block).toEqual(block)
  expect(densest(wide).state.ticks.length).toBeGreaterThanOrEqual(2_000)
})

test('a cached block whose states the node has dropped is not read on: the head is read', async () => {
  const asked = open()
  const first = await asked.survey(everything)
  const { number } = first.snapshot.block
  await chain.rpc('evm_mine')
  const pruned = { kind: 'error', code: -32000, message: 'missing trie node 1234 (path )' } as const
  proxy.rules([
    { when: ({ method, params }) => method === 'eth_call' && params[1] === `0x${number.toString(16)}`, fault: pruned },
  ])
  const wide = await asked.survey({ ...everything, block: number, widen: [densest(first).pool] })
  expect(wide.snapshot.block.number).toBe(number + 1)
  expect(densest(wide).state.ticks.length).toBeGreaterThanOrEqual(2_000)
})
