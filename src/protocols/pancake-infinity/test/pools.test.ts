/** Pools of PancakeSwap Infinity through their adapter, on a port whose pools are Uniswap v4's own, to the unit. */
import { createRequire } from 'node:module'
import { AbiCoder, keccak256 } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManagedState } from '#amm/ticks/managed-state'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, amount, evm, nativeToken as nobody } from '#domain/units'
import { protocol } from '#protocols/pancake-infinity/index'
import { moveOverheadGas } from '#routing/index/gas'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createAdapterFixture, createCallBuilder } from '#test/conformance/adapters/fixture'
import { runReading } from '#test/conformance/adapters/reading'
import { expectTraded, plenty, positions } from '#test/conformance/adapters/tick-trades'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { createDeployContext, readRecordedCode } from '#test/conformance/ticks/fixture'

const seed = Number(process.env['SWAPLINE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const trades = 300
const [feePpm, spacing, ofProtocol] = [3_300, 60, 1_650]

const key = '(address, address, address, address, uint24, bytes32)'
const innerKey = '(address, address, uint24, int24, address)'
const { contract, step } = createCallBuilder([
  'function unlock(bytes)',
  `function swap(${innerKey}, (bool, int256, uint160), bytes)`,
  `function initialize(${innerKey}, uint160) returns (int24)`,
  `function mint(address manager, ${innerKey}, (int24 lower, int24 upper, uint128 liquidity)[])`,
  'function transfer(address, uint256) returns (bool)',
  'function deposit() payable',
  'function register(address)',
  `function adopt(${key})`,
])

let chain: LocalChain
let fixture: AdapterFixture
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
})
afterAll(() => chain.stop())

const endow = (to: Address) => chain.answer({ method: 'anvil_setBalance', params: [to, `0x${plenty.toString(16)}`] })

/** Two tokens as the router names them, and as the pool does: the lower one first, which native currency always is. */
async function openTokens(isNative: boolean) {
  const coin = await fixture.deployCoin(18)
  if (!isNative) {
    const tokens = [coin, await fixture.deployCoin(18)].toSorted((a, b) => (a < b ? -1 : 1))
    return { tokens, currencies: tokens }
  }
  await endow(fixture.driver)
  const wrapped = await fixture.deploy(
    createRequire(import.meta.url)('canonical-weth/build/contracts/WETH9.json').bytecode,
  )
  await fixture.runSteps([{ ...step(wrapped, 'deposit'), value: plenty / 2n }])
  return { tokens: [wrapped, coin], currencies: [nobody, coin] }
}

/** The pool as known from its log; the driver, the vault and the port hold plenty of both tokens. */
async function openPool(isNative: boolean): Promise<Pool> {
  const { deploy, driver } = fixture
  const { tokens, currencies } = await openTokens(isNative)
  const inner = await deploy(readRecordedCode('@uniswap/v4-core', 'PoolManager'), ['address'], [driver])
  const view = await deploy(readRecordedCode('@uniswap/v4-periphery', 'StateView'), ['address'], [inner])
  const vault = await deploy(port('InfinityVaultPort'))
  const types = ['address', 'address', 'address', 'uint24']
  const manager = await deploy(port('CLPoolManagerPort'), types, [vault, inner, view, ofProtocol])
  await chain.send(vault, step(vault, 'register', manager).data)
  const filler = await deploy(createDeployContext(chain).findOwnCode('VaultFiller'))
  const holders = [filler, vault, manager]
  if (isNative) await Promise.all(holders.map(endow))
  const parameters = `0x${(BigInt(spacing) << 16n).toString(16).padStart(64, '0')}`
  const together = ofProtocol + feePpm - Math.floor((ofProtocol * feePpm) / 1_000_000)
  const behind = [...currencies, together, spacing, nobody]
  const poolKey = [...currencies, nobody, manager, feePpm, parameters]
  const coins = currencies.filter((one) => one !== nobody)
  await fixture.runSteps([
    ...coins.flatMap((token) => holders.map((to) => step(token, 'transfer', to, plenty))),
    step(inner, 'initialize', behind, 1n << 96n),
    step(manager, 'adopt', poolKey),
  ])
  const { to, data } = step(filler, 'mint', inner, behind, positions)
  await chain.send(to, data)

  const id = keccak256(new AbiCoder().encode([`tuple${key}`], [poolKey]))
  const { kind } = protocol
  const venue: Venue = { protocol: kind, name: kind, title: kind, factory: manager, feesPpm: [] }
  const facts = { id, spacing, ...(isNative && { native: true }) }
  return { venue, address: evm(id.slice(0, 42)), tokens, feePpm, facts }
}

interface Frame {
  readonly input: string
  readonly gasUsed: string
  readonly calls?: readonly Frame[]
}

const framesOf = (frame: Frame): readonly Frame[] => [frame, ...(frame.calls ?? []).flatMap(framesOf)]

/**
 * Gas in the last transaction that the port spent on the pools behind it in addition to their swap; a real manager does
 * not.
 */
async function gasOfPort(): Promise<number> {
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const answer = await chain.answer({ method, params })
    if (!('result' in answer)) throw new Error(JSON.stringify(answer))
    return answer.result
  }
  const { transactions } = (await ask('eth_getBlockByNumber', 'latest', false)) as { transactions: readonly string[] }
  const trace = (await ask('debug_traceTransaction', transactions[0], { tracer: 'callTracer' })) as Frame
  const gasOf = (method: string): number => {
    const selector = contract.getFunction(method)?.selector ?? ''
    const [frame] = framesOf(trace).filter(({ input }) => input.startsWith(selector))
    return Number(frame?.gasUsed)
  }
  return gasOf('unlock') - gasOf('swap')
}

describe.each([
  ['of tokens', false],
  ['of native currency', true],
])('a pool %s', (_, isNative) => {
  let pool: Pool
  beforeAll(async () => {
    pool = await openPool(isNative)
  }, 60_000)
  const read = async () => (await runReading(chain, protocol.load(pool, 'whole'))).value as ManagedState

  test('its fee is the protocol’s, then the pool’s on the rest', async () => {
    expect((await read()).feePpm).toBe(4_945)
  })

  test(
    `${trades} trades, seed ${seed}`,
    () => expectTraded(fixture, { protocol, pool, read }, { seed, trades }),
    120_000,
  )

  test('its gas is predicted within 7 % of adapter, vault and swap', async () => {
    for (const round of [1, 2, 3]) {
      for (const from of [0, 1]) {
        const trade = { from, to: 1 - from, amountIn: amount(10n ** 15n) }
        const predicted = Number(protocol.gas(await read(), trade) + moveOverheadGas.adapter)
        const spent = (await fixture.measureGas(protocol, pool, trade)) - (await gasOfPort())
        if (round === 3) expect(Math.abs(spent / predicted - 1), `${spent} of ${predicted}`).toBeLessThan(0.07)
      }
    }
  })
})
