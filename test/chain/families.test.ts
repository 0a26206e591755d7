/** Families with and without the lens, built from the sandbox's own pools: how many round trips they take. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTickEngine } from '#amm/ticks/engine'
import type { TickState } from '#amm/ticks/state'
import { createChain } from '#chain/create-chain'
import type { PoolSurveyRequest } from '#domain/chain/survey'
import type { Protocol, Protocols, Venue } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { uniswapSelectors } from '#domain/pools/tick-selectors'
import { network } from '#networks/entries/sandbox'
import { type UniswapV2State as PairState, protocol as pairs } from '#protocols/uniswap-v2/index'
import { protocol as ticked } from '#protocols/uniswap-v3/index'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { onlyFrom } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory } from './setup.ts'

let chain: RunningChain
let proxy: FaultProxy
beforeAll(async () => {
  chain = await startChain({ router: false })
  proxy = await startProxy(chain.url)
})
afterAll(async () => {
  await proxy.close()
  await chain.stop()
})
afterEach(() => proxy.rules([]))

/** Pairs without a lens; those of one venue are unmodelled, which is seen only when they are read. */
const { lens: _, ...unseen } = pairs
const plain: Protocol<PairState> = {
  ...unseen,
  kind: 'plain',
  *load(pool) {
    const state = yield* pairs.load(pool)
    if (pool.venue.name === 'sushi-v2') throw new PoolSkippedError('plugin')
    return state
  },
  *find(venue, pair) {
    const found = yield* pairs.find(venue, pair)
    return venue.name === 'joe-v1' ? found.map((pool) => ({ ...pool, skipReason: 'hooks' as const })) : found
  },
}

const spacing = [uniswapSelectors.spacing].flatMap((one) => (typeof one === 'number' ? [] : [one]))
type WordedState = TickState & { readonly words: readonly bigint[] }
/** Concentrated pools with getters of their own: the same pools, with one answer more. */
const { withTransferFees: _none, ...tickedReads } = ticked
const worded: Protocol<WordedState> = {
  ...tickedReads,
  ...createTickEngine<WordedState>({
    state: ({ kind: _kind, ...seen }, pool) => ({ ...seen, feePpm: pool.feePpm }),
    selectors: { ...uniswapSelectors, more: spacing },
    gas: { swap: 73_200, crossing: 5_000, tick: 23_800, word: 7_200 },
  }),
  kind: 'worded',
}

const kinds = { 'uniswap-v2': 'plain', 'uniswap-v3': 'worded' } as const
const isKnown = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)
const venues: readonly Venue[] = network.venues.flatMap((venue) =>
  isKnown(venue.protocol) ? [{ ...venue, protocol: kinds[venue.protocol] }] : [],
)
const protocols: Protocols = new Map<string, Protocol<unknown>>([
  ['plain', plain],
  ['worded', worded],
])
const known: Protocols = new Map<string, Protocol<unknown>>([
  ['uniswap-v2', pairs],
  ['uniswap-v3', ticked],
])

const survey: PoolSurveyRequest = { tokens: network.hubs, venues, reads: [], balances: [] }

async function surveyPools(memory = createMemory()) {
  proxy.forget()
  const open = createChain({ clock, memory, protocols }, { network, urls: [proxy.url] })
  const { snapshot } = await open.survey(survey)
  return { snapshot, posts: proxy.posts.length, memory }
}

test('pools that the lens does not find take two round trips cold, and one once known', async () => {
  const cold = await surveyPools()
  const warm = await surveyPools(cold.memory)
  expect([cold.posts, warm.posts]).toEqual([2, 1])
  expect(warm.snapshot).toEqual(cold.snapshot)

  const asLens = createChain({ clock, memory: createMemory(), protocols: known }, { network, urls: [chain.url] })
  const whole = await asLens.survey({ ...survey, venues: network.venues })
  const ours = new Map(cold.snapshot.pools.map(({ pool, state }) => [pool.address, state]))
  const expected = whole.snapshot.pools.filter(({ pool }) => !['sushi-v2', 'joe-v1'].includes(pool.venue.name))
  const comparable = expected.filter(({ pool }) => isKnown(pool.venue.protocol))
  expect(ours.size).toBe(comparable.length)
  for (const { pool, state } of comparable) expect(ours.get(pool.address)).toMatchObject(state as object)
  const ticks = cold.snapshot.pools.filter(({ pool }) => pool.venue.protocol === 'worded')
  expect(ticks.length).toBeGreaterThan(10)
  for (const { state } of ticks) {
    const { words, tickSpacing } = state as WordedState
    expect(words.slice(2)).toEqual([BigInt(tickSpacing), 0n])
  }
})

test('unmodelled pools are reported with the reason, also from the cache', async () => {
  const cold = await surveyPools()
  const warm = await surveyPools(cold.memory)
  for (const { snapshot } of [cold, warm]) {
    const told = new Set(snapshot.skipped?.map(({ pool, reason }) => `${pool.venue.name} ${reason}`))
    expect(told).toEqual(new Set(['sushi-v2 plugin', 'joe-v1 hooks']))
    expect(snapshot.skipped?.length).toBeGreaterThan(4)
  }
})

test.each(Object.entries(onlyFrom))('from %s on the snapshot is the same', async (_mode, rules) => {
  const { snapshot } = await surveyPools()
  proxy.rules(rules)
  const fallen = (await surveyPools()).snapshot
  expect(fallen).toEqual(snapshot)
  expect((await surveyPools()).snapshot).toEqual(snapshot)
})
