/** Uniswap v4's pools of native currency through their adapter, on the real manager and wrapped token, to the unit. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import type { Reading } from '#domain/calls/reads'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, amount, evm, hex } from '#domain/units'
import { protocol } from '#protocols/uniswap-v4/index'
import { moveOverheadGas } from '#routing/index/gas'
import { type AdapterFixture, createAdapterFixture, createCallBuilder } from '#test/conformance/adapters/fixture'
import { expectTraded, plenty, positions } from '#test/conformance/adapters/tick-trades'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { createDeployContext, readRecordedCode } from '#test/conformance/ticks/fixture'

const seed = Number(process.env['SWAPLINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const trades = 300
const [feePpm, spacing] = [3_000, 60]
const nobody = evm(`0x${'00'.repeat(20)}`)

const key = '(address, address, uint24, int24, address)'
const { step } = createCallBuilder([
  `function initialize(${key}, uint160) returns (int24)`,
  `function mint(address manager, ${key}, (int24 lower, int24 upper, uint128 liquidity)[])`,
  'function transfer(address, uint256) returns (bool)',
  'function deposit() payable',
])

let chain: LocalChain
let fixture: AdapterFixture
let pool: Pool
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  pool = await openPool()
})
afterAll(() => chain.stop())

const endow = (to: Address) => chain.answer({ method: 'anvil_setBalance', params: [to, `0x${plenty.toString(16)}`] })

/** The native pool of the wrapped and another token, as the adapter finds it; the driver holds plenty of both. */
async function openPool(): Promise<Pool> {
  const { deploy, driver } = fixture
  const wrapped = await deploy(createRequire(import.meta.url)('canonical-weth/build/contracts/WETH9.json').bytecode)
  const coin = await fixture.deployCoin(18)
  const manager = await deploy(readRecordedCode('@uniswap/v4-core', 'PoolManager'), ['address'], [driver])
  const stateView = await deploy(readRecordedCode('@uniswap/v4-periphery', 'StateView'), ['address'], [manager])
  const filler = await deploy(createDeployContext(chain).findOwnCode('VaultFiller'))
  await Promise.all([endow(driver), endow(filler)])
  const poolKey = [nobody, coin, feePpm, spacing, nobody]
  await fixture.runSteps([
    { ...step(wrapped, 'deposit'), value: plenty / 2n },
    step(coin, 'transfer', filler, plenty),
    step(manager, 'initialize', poolKey, 1n << 96n),
  ])
  const { to, data } = step(filler, 'mint', manager, poolKey, positions)
  await chain.send(to, data)

  const { kind } = protocol
  const facts = { stateView, spacings: [10, spacing], wrapped }
  const venue: Venue = { protocol: kind, name: kind, title: kind, factory: manager, feesPpm: [500, feePpm], facts }
  const found = await run(protocol.find(venue, [coin, wrapped]))
  const native = found.find((one) => one.feePpm === feePpm && one.facts?.['native'] === true)
  if (native === undefined) throw new Error('it finds no native pool')
  expect(native.tokens).toEqual([wrapped, coin])
  return native
}

/** Runs a reading, one call after another. */
async function run<T>(reading: Reading<T>): Promise<T> {
  let next = reading.next()
  while (!next.done)
    next = reading.next(await Promise.all(next.value.map(async ({ to, data }) => hex(await chain.call(to, data)))))
  return next.value
}

const read = async (): Promise<TickState> => (await run(protocol.load(pool, 'whole'))) as TickState

test(`${trades} trades, seed ${seed}`, () => expectTraded(fixture, { protocol, pool, read }, { seed, trades }), 120_000)

test('gas is predicted within 7 % of the contracts', async () => {
  for (const round of [1, 2, 3]) {
    for (const from of [0, 1]) {
      const trade = { from, to: 1 - from, amountIn: amount(10n ** 15n) }
      const predicted = Number(protocol.gas(await read(), trade) + moveOverheadGas.adapter)
      const spent = await fixture.measureGas(protocol as never, pool, trade)
      if (round === 3) expect(Math.abs(spent / predicted - 1)).toBeLessThan(0.07)
    }
  }
})
