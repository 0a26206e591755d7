/** What factories of SyncSwap are asked, and a pool, on ports of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/protocol'
import { type Address, evm } from '#domain/units'
import { protocol } from '#protocols/syncswap/index'
import { type LocalChain, startChain } from '../chain.ts'
import { port } from './compile.ts'
import { openPools, type Scenario, stateOf } from './pools/syncswap.ts'
import { readingOn } from './reading.ts'
import { callsOf, openStage, type Prepared, type Stage } from './stage.ts'

const { step } = callsOf(['function add(address, address, address)'])
const ether = 10n ** 18n
const common = { holds: [1_000n * ether, 2_000n * ether], feesE5: [200, 40], ours: 0 } as const
const scenarios: readonly Scenario[] = [
  { which: 0, ...common, ours: 150 },
  { which: 3, ...common, ours: 150 },
]

let chain: LocalChain
let prepared: readonly Prepared<unknown>[]
let stage: Stage
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  stage = await openStage(chain)
  const open = await openPools(stage)
  prepared = scenarios.map(open)
  const [one] = prepared
  const vault = one?.pool.venue.facts?.['vault'] as Address
  const factories: Address[] = []
  for (const { pool, steps } of prepared) {
    const factory = await stage.deploy(port('SyncSwapMasterPort'), ['address'], [vault])
    await stage.lay([...steps, step(factory, 'add', pool.address, ...pool.tokens)])
    factories.push(factory)
  }
  const [factory = vault, stableFactory = vault] = factories
  const facts = { vault, stableFactory }
  venue = { protocol: protocol.kind, name: 'syncswap', title: 'SyncSwap', factory, feesPpm: [], facts }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

async function found(which: 0 | 1): Promise<Pool> {
  const [a, b] = (prepared[which]?.pool.tokens ?? []) as [Address, Address]
  const { value, rounds } = await run(protocol.find(venue, [b, a]))
  expect([value.length, rounds]).toEqual([1, 1])
  return value[0] as Pool
}

test.each([0, 1] as const)(
  'pool %i is found in its factory, and read in one round with the fees of our adapter',
  async (which) => {
    const pool = await found(which)
    const known = prepared[which]?.pool
    expect(pool).toEqual({ ...known, venue, feePpm: which === 0 ? 2_000 : 400 })
    const { value, rounds } = await run(protocol.load(pool))
    expect(value).toEqual(stateOf(scenarios[which] as Scenario))
    expect(rounds).toBe(1)
  },
)

test('a pool that keeps its tokens elsewhere is left out', async () => {
  const pool = await found(0)
  const facts = { ...venue.facts, vault: evm('0x00000000000000000000000000000000000000aa') }
  await expect(run(protocol.load({ ...pool, venue: { ...venue, facts } }))).rejects.toThrow('left out: unmodelled')
})

test('a pool that says other outputs than we do is left out', async () => {
  const pool = await found(1)
  const reading = protocol.load(pool)
  const { value: reads } = reading.next() as { value: readonly { to: string; data: string }[] }
  const answers = await Promise.all(reads.map(({ to, data }) => chain.call(to, data)))
  const forged = answers.map((answer, i) =>
    i === 6 ? `0x${(BigInt(answer) + 1n).toString(16).padStart(64, '0')}` : answer,
  )
  expect(() => reading.next(forged as never)).toThrow('left out: unmodelled')
})
