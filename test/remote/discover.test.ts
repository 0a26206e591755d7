/** How far a wallet's swaps are searched for, and when the search is complete. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDiscoverSwaps } from '#app/swaps/discover'
import { createChain } from '#chain/create-chain'
import { evm } from '#domain/units'
import { network as sandbox } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { openServiceStore } from '#store/service/open-store'
import { startProxy } from '../chain/proxy.ts'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { runSwapline } from '../cli/run-built.ts'
import { trader } from '../http/fixture.ts'
import { temporaryDirectory } from '../store/temporary-directory.ts'

let node: RunningChain
let swapBlock: number
beforeAll(async () => {
  node = await startChain()
  await node.rpc('anvil_mine', '0x1e')
  const words = ['swap', '0.1', 'ETH', 'USDC', '-n', 'sandbox', '-a', 'dev0', '--rpc-url', node.url, '-y', '-o', 'json']
  const home = mkdtempSync(join(tmpdir(), 'swapline-test-'))
  const { stdout } = await runSwapline(home, words)
  rmSync(home, { recursive: true, force: true })
  swapBlock = JSON.parse(stdout).data.tx.block
  // Blocks are made by this test only.
  await node.rpc('evm_setIntervalMining', 0)
})
afterAll(() => node.stop())

/** Searches of at most ten blocks each, over a separate store. */
async function searching(url: string, routerSince?: number) {
  const place = join(temporaryDirectory(), 'store.db')
  const store = await openServiceStore({ clock, randomBytes }, place)
  onTestFinished(() => store.close())
  const network = routerSince === undefined ? sandbox : { ...sandbox, routerSince }
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [url] })
  const crossing = { track: () => Promise.reject(new Error('there is no crossing')) }
  const { quotes, swaps } = store
  const recover = () => Promise.reject(new Error('there is no order'))
  const context = { clock, uuid: randomUUID, chain: async () => chain, quotes, swaps, crossing, recover }
  const discover = createDiscoverSwaps(context, { blocksPerRequest: 5, maxRequests: 2 })
  return async () => {
    const isWhole = await discover(evm(trader), sandbox.name)
    return { isWhole, found: (await store.swaps.counts(evm(trader))).success }
  }
}

test('from the block of our router on, search by search, and complete at the head', async () => {
  const search = await searching(node.url, swapBlock - 15)
  expect(await search()).toEqual({ isWhole: false, found: 0 })
  expect(await search()).toMatchObject({ found: 1 })
  expect(await search()).toEqual({ isWhole: true, found: 1 })
})

test('if the node cannot tell that block: the latest blocks, and never complete', async () => {
  const isOld = ({ params }: { readonly params: readonly unknown[] }) => params[1] !== 'latest'
  const missing = { kind: 'error', code: -32_000, message: 'missing trie node' } as const
  const pruned = await startProxy(node.url, [{ method: 'eth_getCode', when: isOld, fault: missing }])
  onTestFinished(() => pruned.close())
  const search = await searching(pruned.url)
  expect(await search()).toEqual({ isWhole: false, found: 1 })
  expect(await search()).toEqual({ isWhole: false, found: 1 })
})
