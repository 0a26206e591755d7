/** What is read from factories of SyncSwap and from a pool, on ports of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'
import { protocol } from '#protocols/syncswap/index'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openPools, type Scenario, stateOf } from './pools.ts'

const { step } = createCallBuilder(['function add(address, address, address)'])
const ether = 10n ** 18n
const common = { holds: [1_000n * ether, 2_000n * ether], feesE5: [200, 40], ours: 0 } as const
const scenarios: readonly Scenario[] = [
  { which: 0, ...common, ours: 150 },
  { which: 3, ...common, ours: 150 },
]

let chain: LocalChain
let prepared: readonly PreparedPool<unknown>[]
let fixture: AdapterFixture
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  const open = await openPools(fixture)
  prepared = scenarios.map(open)
  const [one] = prepared
  const vault = one?.pool.venue.facts?.['vault'] as Address
  const factories: Address[] = []
  for (const { pool, steps } of prepared) {
    const factory = await fixture.deploy(port('SyncSwapMasterPort'), ['address'], [vault])
    await fixture.runSteps([...steps, step(factory, 'add', pool.address, ...pool.tokens)])
    factories.push(factory)
  }
  const [factory = vault, stableFactory = vault] = factories
  const facts = { vault, stableFactory }
  venue = { protocol: protocol.kind, name: 'syncswap', title: 'SyncSwap', factory, feesPpm: [], facts }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

async function findPool(which: 0 | 1): Promise<Pool> {
  const [a, b] = (prepared[which]?.pool.tokens ?? []) as [Address, Address]
  const { value, rounds } = await run(protocol.find(venue, [b, a]))
  expect([value.length, rounds]).toEqual([1, 1])
  return value[0] as Pool
}

test.each([0, 1] as const)(
  'pool %i is found in its factory, and read in one round with the fees of our adapter',
  async (which) => {
    const pool = await findPool(which)
    const known = prepared[which]?.pool
    expect(pool).toEqual({ ...known, venue, feePpm: which === 0 ? 2_000 : 400 })
    const { value, rounds } = await run(protocol.load(pool))
    expect(value).toEqual(stateOf(scenarios[which] as Scenario))
    expect(rounds).toBe(1)
  },
)

test('skips a pool whose tokens are held elsewhere', async () => {
  const pool = await findPool(0)
  const facts = { ...venue.facts, vault: evm('0x00000000000000000000000000000000000000aa') }
  await expect(run(protocol.load({ ...pool, venue: { ...venue, facts } }))).rejects.toThrow('left out: unmodelled')
})

test('skips a pool whose quotes differ from ours', async () => {
  const pool = await findPool(1)
  const reading = protocol.load(pool)
  const { value: reads } = reading.next() as { value: readonly { to: string; data: string }[] }
  const answers = await Promise.all(reads.map(({ to, data }) => chain.call(to, data)))
  const forged = answers.map((answer, i) =>
    i === 6 ? `0x${(BigInt(answer) + 1n).toString(16).padStart(64, '0')}` : answer,
  )
  expect(() => reading.next(forged as never)).toThrow('left out: unmodelled')
})
