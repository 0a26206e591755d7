import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { uintAt } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import type { ChainMemory, PoolSurveyRequest, PoolSurveyResult } from '#domain/chain/survey'
import type { LivePool } from '#domain/pools/snapshot'
import { evm, hex, wei } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { ignoreOverride, onlyFrom, type Rule } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, everyFamily as protocols, protocols as proven } from './setup.ts'
import { type Concentrated, concentrated, densest, everything } from './surveyed.ts'

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

const account = evm('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const [token] = network.hubs
const decimals = { to: token ?? account, data: hex('0x313ce567'), decode: Number }

const open = (memory: ChainMemory = createMemory(), urls = [proxy.url]): Chain =>
  createChain({ clock, memory, protocols }, { network, urls })

/**
 * The pools whose states are the same a block later: others state when they were last traded with or limits were
 * written.
 */
const timeless = ({ snapshot }: PoolSurveyResult): readonly LivePool[] =>
  snapshot.pools.filter(({ pool }) => !['liquidity-book', 'fluid-dex'].includes(pool.venue.protocol))

/** Runs `work` and counts its posts. */
async function countCalls<T>(work: () => Promise<T>): Promise<[T, number]> {
  proxy.forget()
  return [await work(), proxy.posts.length]
}

test('two round trips cold, as some families are found first, one warm, none at a cached block', async () => {
  const memory = createMemory()
  const survey = { ...everything, reads: [decimals], balances: [account] }
  const [cold, coldPosts] = await countCalls(() => open(memory).survey(survey))
  const later = open(memory)
  const [warm, warmPosts] = await countCalls(() => later.survey(survey))
  const block = warm.snapshot.block.number
  const [held, heldPosts] = await countCalls(() => later.survey({ ...survey, block }))

  expect([coldPosts, warmPosts, heldPosts]).toEqual([2, 1, 0])
  expect(warm).toEqual(cold)
  expect(held).toEqual(cold)
  expect(cold.snapshot.pools.length).toBeGreaterThanOrEqual(30)
  expect(cold.answers.map((answer) => uintAt(answer, 0))).toEqual([18n])
  expect(cold.balances).toEqual([wei(BigInt(await chain.rpc<string>('eth_getBalance', account, 'latest')))])
})

test('a survey with more or fewer families does not get the cached pools of another', async () => {
  const memory = createMemory()
  const poolsOf = async (families: typeof protocols) => {
    const chain = createChain({ clock, memory, protocols: families }, { network, urls: [proxy.url] })
    return (await chain.survey(everything)).snapshot.pools.length
  }
  const few = await poolsOf(proven)
  const many = await poolsOf(protocols)
  expect(many).toBeGreaterThan(few)
  expect(await poolsOf(proven)).toBe(few)
})

test('every pool has the state that its own adapter reads', async () => {
  const { snapshot } = await open().survey(everything)
  const pairs = snapshot.pools.filter(({ pool }) => pool.venue.protocol === 'uniswap-v2')
  expect(pairs.length).toBeGreaterThan(5)
  const asked = open()
  for (const { pool, state } of pairs) {
    const reading = protocols.get('uniswap-v2')?.load(pool)
    const reads = reading?.next([]).value as PoolSurveyRequest['reads']
    expect(reading?.next(await asked.read(reads)).value).toEqual(state)
  }
})

test('the ticks of a pool add up', async () => {
  for (const { pool, state } of concentrated(await open().survey({ ...everything, widen: [] }))) {
    const { snapshot } = await open().survey({ ...everything, tokens: pool.tokens, widen: [pool] })
    const whole = snapshot.pools.find((live) => live.pool.address === pool.address)?.state as Concentrated
    expect([whole.knownFrom, whole.knownTo]).toEqual([-887_272, 887_272])
    expect(whole.ticks.reduce((sum, [, net]) => sum + net, 0n)).toBe(0n)
    const below = whole.ticks.filter(([tick]) => tick <= whole.tick)
    expect(below.reduce((sum, [, net]) => sum + net, 0n)).toBe(whole.liquidity)
    const inside = whole.ticks.filter(([tick]) => tick >= state.knownFrom && tick <= state.knownTo)
    expect(inside).toEqual(state.ticks)
  }
})

test('reads a pool of 2,000 ticks within the usual reach, and whole on demand', async () => {
  const asked = open()
  const first = await asked.survey(everything)
  const { pool, state } = densest(first)
  expect(state.ticks).toHaveLength(400)
  const { number } = first.snapshot.block
  const [wide, posts] = await countCalls(() => asked.survey({ ...everything, block: number, widen: [pool] }))
  expect(posts).toBe(1)
  expect(densest(wide).state.ticks.length).toBeGreaterThanOrEqual(2_000)
  expect(wide.snapshot.pools.map((live) => live.pool)).toEqual(first.snapshot.pools.map((live) => live.pool))
  const [, heldPosts] = await countCalls(() => asked.survey({ ...everything, block: number }))
  expect(heldPosts).toBe(0)
})

const ways: readonly (readonly [string, string, readonly Rule[], number])[] = [
  ['a creation, the override refused', 'create', onlyFrom.create, 2],
  ['a creation, the override ignored', 'create', [ignoreOverride], 2],
  ['a revert', 'revert', onlyFrom.revert, 3],
  ['multicalls', 'multicall', onlyFrom.multicall, 7],
]

test.each(ways)('by %s the snapshot is the same', async (_, mode, rules, maxPosts) => {
  const best = await open().survey(everything)
  const memory = createMemory()
  proxy.rules(rules)
  const [fallen, posts] = await countCalls(() => open(memory).survey(everything))
  expect(fallen.snapshot).toEqual(best.snapshot)
  expect(posts).toBeLessThanOrEqual(maxPosts)
  expect([...memory.facts.values()]).toMatchObject([{ mode, chainId: 31_337 }])

  const [again, warmPosts] = await countCalls(() => open(memory).survey(everything))
  expect(again.snapshot).toEqual(best.snapshot)
  expect(warmPosts).toBe(mode === 'multicall' ? 3 : 1)
})

test.each(ways)('by %s a pool is read whole', async (_name, _mode, rules) => {
  const first = await open().survey(everything)
  const { pool } = densest(first)
  const survey = { ...everything, tokens: pool.tokens, widen: [pool] }
  const best = await open().survey(survey)
  proxy.rules(rules)
  expect((await open().survey(survey)).snapshot).toEqual(best.snapshot)
  expect(densest(best).state.ticks.length).toBeGreaterThanOrEqual(2_000)
})

test('reads again, at one block, if the head moves between the parts', async () => {
  const before = await open().survey(everything)
  let moved = false
  proxy.rules([
    {
      method: 'eth_getBlockByNumber',
      when: ({ params }) => params[0] === 'latest',
      times: 1,
      fault: {
        kind: 'forge',
        // the head as it was one block ago
        answer: (real) => {
          moved = true
          const block = real.result as Record<string, unknown>
          return { ...real, result: { ...block, number: '0x1', timestamp: '0x1' } }
        },
      },
    },
  ])
  await chain.rpc('evm_mine')
  const [after, posts] = await countCalls(() => open().survey(everything))
  expect([moved, posts, after.snapshot.block.number]).toEqual([true, 4, 1])
  expect(after.snapshot.block.time).toBeGreaterThan(1)
  expect(timeless(after)).toEqual(timeless(before))
})

test('a chain restarted under its address is not taken for the old one', async () => {
  const memory = createMemory()
  const before = await open(memory).survey(everything)
  const [facts] = [...memory.facts.values()]
  const other = await startChain({ flags: ['--hardfork', 'cancun'] })
  const moved = await startProxy(other.url)
  memory.saveEndpoint(`${moved.url}/`, { ...(facts ?? { chainId: 31_337, mode: 'override' }), genesis: hex('0x00') })
  const after = await open(memory, [moved.url]).survey(everything)
  expect(timeless(after)).toEqual(timeless(before))
  expect(memory.facts.get(`${moved.url}/`)?.genesis).toMatch(/^0x[0-9a-f]{64}$/)
  await moved.close()
  await other.stop()
})

test('a block that is not cached is read while the node has it, otherwise the head', async () => {
  const first = await open().survey(everything)
  await chain.rpc('evm_mine')
  const { number } = first.snapshot.block
  const { block, pools } = (await open().survey({ ...everything, block: number })).snapshot
  expect({ block, pools }).toEqual({ block: first.snapshot.block, pools: first.snapshot.pools })

  const pruned = { kind: 'error', code: -32000, message: 'missing trie node 1234 (path )' } as const
  proxy.rules([
    { when: ({ method, params }) => method === 'eth_call' && params[1] === `0x${number.toString(16)}`, fault: pruned },
  ])
  expect((await open().survey({ ...everything, block: number })).snapshot.block.number).toBe(number + 1)
})

test('a required block is answered exactly, or refused with the reason', async () => {
  const { number } = (await open().survey(everything)).snapshot.block
  await chain.rpc('evm_mine')
  const exactly = (block: number) => open().survey({ ...everything, block, requiresBlock: true })
  expect((await exactly(number)).snapshot.block.number).toBe(number)
  const details = { network: 'Sandbox', block: number + 2, head: number + 1 }
  await expect(exactly(number + 2)).rejects.toMatchObject({ code: 'BLOCK_NOT_AVAILABLE', exit: 6, details })

  const pruned = { kind: 'error', code: -32000, message: 'missing trie node 1234 (path )' } as const
  proxy.rules([
    { when: ({ method, params }) => method === 'eth_call' && params[1] === `0x${number.toString(16)}`, fault: pruned },
  ])
  await expect(exactly(number)).rejects.toThrow(/missing trie node/)
  // A second endpoint may have kept what the first one has dropped.
  const both = open(createMemory(), [proxy.url, chain.url])
  expect((await both.survey({ ...everything, block: number, requiresBlock: true })).snapshot.block.number).toBe(number)
})

test('the pools found at a named block are not stored as the complete list', async () => {
  const saved: number[] = []
  const inner = createMemory()
  const memory: ChainMemory = { ...inner, savePools: (_, pools) => void saved.push(pools.length) }
  const { snapshot } = await open(memory).survey({ ...everything, block: 0 })
  expect([snapshot.block.number, saved]).toEqual([0, []])
  await open(memory).survey(everything)
  expect(saved).toHaveLength(1)
})

test('a mode that fails once is tried again', async () => {
  const memory = createMemory()
  await open(memory).survey(everything)
  proxy.rules(onlyFrom.create)
  expect((await countCalls(() => open(memory).survey(everything)))[1]).toBe(2)
  proxy.rules([])
  expect((await countCalls(() => open(memory).survey(everything)))[1]).toBe(1)
  expect([...memory.facts.values()]).toMatchObject([{ mode: 'override' }])
})

test('a cached pool that no longer exists triggers a new search', async () => {
  const memory = createMemory()
  const first = await open(memory).survey(everything)
  const gone: ChainMemory = {
    ...memory,
    pools: (key) => memory.pools(key)?.map((pool, i) => (i === 0 ? { ...pool, address: account } : pool)),
  }
  const again = await open(gone).survey(everything)
  expect(again.snapshot.pools).toEqual(first.snapshot.pools)
})
