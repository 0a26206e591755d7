/** What is read from factories of DODO V2 and from a pool, on ports of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, amount } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol } from '#protocols/dodo-v2/index'
import type { DodoState } from '#protocols/dodo-v2/state'
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

const { step } = createCallBuilder(['function add(address, address, address)', 'function setFeeOf(address, uint256)'])
const ether = 10n ** 18n
const common = {
  reserves: [1_000n * ether, 2_500_000_000_000n],
  spare: [9_000, 3_000],
  price: 2_500_000_000n,
  slope: ether / 10n,
  fees: [ether / 1_000n, ether / 5_000n],
  // none of its quotes is of a trade that empties it
  keepsRest: true,
} as const
const machine: Scenario = { ...common, vending: true, short: 'neither' }
const stables: readonly Scenario[] = (['neither', 0, 1] as const).map((short) => ({ ...common, vending: false, short }))

let chain: LocalChain
let fixture: AdapterFixture
let open: (scenario: Scenario) => PreparedPool<unknown>
let venue: Venue
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  open = await openPools(fixture)
  const factories: Address[] = []
  for (const scenario of [machine, stables[0] as Scenario]) {
    const { pool, steps } = open(scenario)
    const [base, quote] = pool.tokens
    const factory = await fixture.deploy(port('DodoFactoryPort'))
    const add = step(factory, 'add', base, quote, pool.address)
    // more than are requested, with the other token as base
    const more = Array.from({ length: 6 }, () => step(factory, 'add', quote, base, factory))
    await fixture.runSteps([...steps, add, ...(scenario.vending ? [] : more)])
    factories.push(factory)
  }
  const [factory = adapterAddress['dodo-v2'], ...others] = factories
  venue = { protocol: protocol.kind, name: 'dodo-v2', title: 'DODO V2', factory, feesPpm: [], facts: { others } }
})
afterAll(() => chain.stop())

const run = readingOn(() => chain)

async function findPool(vending: boolean): Promise<Pool> {
  const [base, quote] = open(machine).pool.tokens as [Address, Address]
  const { value } = await run(protocol.find(venue, [quote, base]))
  const pool = value.find(({ facts, tokens }) => facts?.['vending'] === vending && tokens[0] === base)
  if (pool === undefined) throw new Error('it is not found')
  return pool
}

test('finds the oldest pools of each factory, with either token as base', async () => {
  const [base, quote] = open(machine).pool.tokens as [Address, Address]
  for (const pair of [
    [base, quote],
    [quote, base],
  ] as const) {
    const { value, rounds } = await run(protocol.find(venue, pair))
    expect(rounds).toBe(1)
    expect(value.filter(({ tokens }) => tokens[0] === base && tokens[1] === quote)).toHaveLength(2)
    expect(value.filter(({ tokens }) => tokens[0] === quote && tokens[1] === base)).toHaveLength(4)
  }
  expect(await findPool(true)).toEqual({ ...open(machine).pool, venue })
})

test('a vending machine is read in one round', async () => {
  const { value, rounds } = await run(protocol.load(await findPool(true)))
  expect([value, rounds]).toEqual([stateOf(machine), 1])
})

test.each(stables)('a stable pool short of $short is read in one round', async (scenario) => {
  const { pool, steps } = open(scenario)
  await fixture.runSteps(steps.filter(({ to }) => to === pool.address))
  const { value, rounds } = await run(protocol.load(await findPool(false)))
  expect([value, rounds]).toEqual([stateOf(scenario), 1])
})

test.each([true, false])(
  'a small pool of each code is read, by its quote of a trade that empties it: %s',
  async (keepsRest) => {
    const small: Scenario = {
      ...{ vending: false, short: 'neither', reserves: [10n ** 9n, 3n * 10n ** 9n], spare: [0, 0] },
      ...{ price: 3n * ether, slope: ether / 10_000n, fees: common.fees, keepsRest },
    }
    const { pool, steps } = (await openPools(fixture))(small)
    await fixture.runSteps(steps)
    const { value } = await run(protocol.load(pool))
    expect(value).toEqual({ ...stateOf(small), ...(keepsRest ? { keepsRest } : {}) })
    const emptying = { from: 0, to: 1, amountIn: amount(10n ** 19n) }
    expect(protocol.amountOut(value as DodoState, emptying)).toBe(keepsRest ? undefined : 2_996_400_000n)
  },
)

test('skips a pool whose fee depends on the trader: the signer is not known yet', async () => {
  const pool = await findPool(true)
  await fixture.runSteps([step(pool.address, 'setFeeOf', adapterAddress['dodo-v2'], 7n)])
  await expect(run(protocol.load(pool))).rejects.toThrow('left out: unmodelled')
  await fixture.runSteps([step(pool.address, 'setFeeOf', pool.address, 7n)])
  expect((await run(protocol.load(pool))).value).toBeDefined()
})

test('a stable pool read as a vending machine quotes the same, except for trades that drain it', async () => {
  const pool = await findPool(false)
  const { pool: stable, steps } = open(stables[1] as Scenario)
  await fixture.runSteps(steps.filter(({ to }) => to === stable.address))
  const { value } = await run(protocol.load({ ...pool, facts: { vending: true } }))
  expect(value).toEqual({ ...stateOf(stables[1] as Scenario), vending: true })
})

/** The pool's reading, and its answers. */
async function halfRead() {
  const reading = protocol.load(await findPool(true))
  const { value: reads } = reading.next() as { value: readonly { to: string; data: string }[] }
  const answers = await Promise.all(reads.map(({ to, data }) => chain.call(to, data).catch(() => '0x')))
  return { answers, end: (forged: readonly string[]) => reading.next(forged as never) }
}

test('skips a pool whose quotes differ from ours', async () => {
  const { answers, end } = await halfRead()
  const last = answers.findLastIndex((answer) => answer !== '0x' && BigInt(answer.slice(0, 66)) > 0n)
  expect(() => end(answers.with(last, `0x${'0'.repeat(63)}1`))).toThrow('left out: unmodelled')
})

test('a pool drained to a few units that cannot compute its targets trades nothing', async () => {
  const { answers, end } = await halfRead()
  expect(end(answers.with(0, '0x'))).toEqual({ done: true, value: undefined })
})
