import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import type { LensTask } from '#chain/lens/input'
import { startLensSurvey } from '#chain/lens/survey'
import type { RpcAnswer, RpcCall } from '#chain/rpc/json-rpc'
import type { LensRecord, Pool } from '#domain/pools/protocol'
import { reaches, type TickReach } from '#domain/pools/tick-reach'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { clock, createMemory, protocols } from './setup.ts'

type Concentrated = Extract<LensRecord, { kind: 3 }>

let chain: RunningChain
let pools: readonly Pool[]
let whole: Map<string, Concentrated>
beforeAll(async () => {
  chain = await startChain({ router: false })
  const open = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [chain.url] })
  const survey = { tokens: network.hubs, venues: network.venues, reads: [], balances: [] }
  const { snapshot } = await open.survey(survey)
  pools = snapshot.pools.map(({ pool }) => pool).filter(({ venue }) => venue.protocol === 'uniswap-v3')
  whole = await read(pools.map((pool) => workOf([pool], reaches.whole)))
})
afterAll(() => chain.stop())

const workOf = (some: readonly Pool[], reach: TickReach): LensTask => {
  return { reach, tokens: [], venues: [], pairs: [], pools: some.map((pool) => ({ kind: 3, pool })) }
}

type Mode = 'override' | 'create' | 'revert'
interface Reading {
  readonly mode: Mode
  /** Of every call. */
  readonly gas: number | undefined
}

/** Performs the tasks as a survey does, with a cap on the gas of each call, and counts the calls. */
async function read(works: readonly LensTask[], reading: Reading = { mode: 'override', gas: undefined }) {
  const survey = startLensSurvey(reading.mode, works)
  while (!survey.isDone()) {
    const answers = await Promise.all(survey.calls('latest').map((call) => ask(call, reading.gas)))
    if (survey.take(answers) === 'refused') throw new Error('refused')
  }
  const found = survey.found().map(({ pool, record }) => [pool.address, record as Concentrated] as const)
  return new Map<string, Concentrated>(found)
}

async function ask({ method, params }: RpcCall, gas: number | undefined): Promise<RpcAnswer> {
  const [call, ...rest] = params
  const capped = gas === undefined ? call : { ...(call as object), gas: `0x${gas.toString(16)}` }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [capped, ...rest] })
  const headers = { 'content-type': 'application/json' }
  return (await (await fetch(chain.url, { method: 'POST', headers, body })).json()) as RpcAnswer
}

/** The expected reading within `reach`, computed from all ticks of the pool. */
function expected(all: Concentrated, reach: TickReach): Concentrated {
  const { tick, tickSpacing } = all
  const wordSize = 256 * tickSpacing
  const clamp = (n: number) => Math.min(Math.max(n, -887_272), 887_272)
  const price = Math.floor(tick / tickSpacing) * tickSpacing
  const wordOf = (n: number) => Math.floor(Math.floor(n / tickSpacing) / 256)
  const low = Math.max(wordOf(clamp(price - reach.range)), wordOf(price) - reach.maxWords) * wordSize
  const high = (Math.min(wordOf(clamp(price + reach.range)), wordOf(price) + reach.maxWords) + 1) * wordSize - 1
  const below = all.ticks.filter(([one]) => one <= tick && one >= low).toReversed()
  const above = all.ticks.filter(([one]) => one > tick && one <= high)
  const [keptBelow, keptAbove] = [below.slice(0, reach.maxTicks), above.slice(0, reach.maxTicks)]
  return {
    ...all,
    knownFrom: keptBelow.length < below.length ? (keptBelow.at(-1)?.[0] ?? 0) : clamp(low),
    knownTo: keptAbove.length < above.length ? (keptAbove.at(-1)?.[0] ?? 0) : clamp(high),
    ticks: [...keptBelow.toReversed(), ...keptAbove],
  }
}

test('every reach in every mode and under any gas cap returns exactly what lies within it', async () => {
  const reach = fc.record({
    maxTicks: fc.integer({ min: 1, max: 1_500 }),
    maxWords: fc.integer({ min: 0, max: 40 }),
    range: fc.integer({ min: 0, max: 60_000 }),
  })
  const mode = fc.constantFrom<Mode>('override', 'create', 'revert')
  const gas = fc.option(fc.integer({ min: 2_000_000, max: 30_000_000 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(reach, mode, gas, async (reach, mode, gas) => {
      const seen = await read([workOf(pools, reach)], { mode, gas })
      const wanted = new Map(pools.map(({ address }) => [address, expected(whole.get(address) as Concentrated, reach)]))
      expect(seen).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('a node that gives too little gas for anything is not asked without end', async () => {
  const [pool] = pools
  const works = [workOf(pool === undefined ? [] : [pool], reaches.whole)]
  await expect(read(works, { mode: 'override', gas: 90_000 })).rejects.toThrow('refused')
  expect((await read(works, { mode: 'override', gas: 300_000 })).size).toBe(1)
})
