/** Pools of others that our adapter contracts trade with, as the router calls them, on a chain of our own. */
import { AbiCoder, Interface, type InterfaceAbi } from 'ethers'
import type { Pool, Protocol, Trade } from '#domain/protocol'
import type { Read } from '#domain/reads'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { deployables, deployer } from '#encoding/router-deploy'
import type { LocalChain } from '../chain.ts'
import type { Seen, Theatre } from '../family.ts'
import { compiledFrom } from './compile.ts'

/** A call that the driver makes. */
export interface Step {
  readonly to: Address
  readonly data: string
  /** Coins that go along. */
  readonly value?: bigint
}

/** A pool as steps of the driver make it, with what our adapter should think of it. */
export interface Prepared<State> {
  readonly pool: Pool
  readonly state: State
  readonly steps: readonly Step[]
}

export interface Stage {
  readonly chain: LocalChain
  /** Owns tokens in plenty and makes every step. */
  readonly driver: Address
  deploy(code: string, types?: readonly string[], values?: readonly unknown[]): Promise<Address>
  /** A token of which the driver holds 2^255. */
  coin(decimals: number): Promise<Address>
  /** What a call answers, decoded. */
  ask(one: Step, abi: Interface): Promise<readonly unknown[]>
  /** The driver makes the steps, for good. */
  lay(steps: readonly Step[]): Promise<void>
  /** What the trade would give; 0 where it is refused. */
  turn(protocol: Pick<Protocol<never>, 'move'>, pool: Pool, trade: Trade): Promise<bigint>
  /** Gas of the trade in a transaction of its own, for good, the payment to the adapter included. */
  spent(protocol: Pick<Protocol<never>, 'move'>, pool: Pool, trade: Trade): Promise<number>
}

const path = 'test/conformance/adapters/driver.sol'
const steps = 'tuple(address to, uint256 value, bytes data)[]'
const turn = 'tuple(address adapter, address pool, address tokenIn, address tokenOut, uint256 amountIn, uint256 data)'
const abi = new Interface([
  `function play(${steps} steps, ${turn}[] turns, ${steps} reads) returns (uint256[] outs, bytes[] answers)`,
  `function turn(${turn} one) returns (uint256)`,
  `function step(${steps.slice(0, -2)} one) returns (bytes)`,
])

/** Makes calls of contracts from their signatures. */
export function callsOf(signatures: InterfaceAbi) {
  const contract = new Interface(signatures)
  const step = (to: Address, method: string, ...values: readonly unknown[]): Step => {
    return { to, data: contract.encodeFunctionData(method, values) }
  }
  return { contract, step }
}

export async function openStage(chain: LocalChain): Promise<Stage> {
  const codes = compiledFrom(path)
  const deploy: Stage['deploy'] = async (code, types = [], values = []) =>
    evm((await chain.send(null, code + new AbiCoder().encode(types, values).slice(2))).contractAddress)
  const driver = await deploy(codes('Driver'))
  for (const { name, data } of deployables({ router: 'storage' }))
    if (name !== 'router') await chain.send(deployer, data)

  return {
    chain,
    driver,
    deploy,
    coin: (decimals) => deploy(codes('Coin'), ['address', 'uint8'], [driver, decimals]),
    async ask({ to, data }, contract) {
      const method = contract.getFunction(data.slice(0, 10))
      if (method === null) throw new Error(`no function ${data.slice(0, 10)}`)
      return contract.decodeFunctionResult(method, await chain.call(to, data)).toArray()
    },
    async lay(steps) {
      for (const one of steps) await chain.send(driver, abi.encodeFunctionData('step', [stepOf(one)]))
    },
    async turn(protocol, pool, trade) {
      const data = abi.encodeFunctionData('turn', [turnOf(protocol, pool, trade)])
      return chain.call(driver, data).then(BigInt, () => 0n)
    },
    async spent(protocol, pool, trade) {
      const data = abi.encodeFunctionData('turn', [turnOf(protocol, pool, trade)])
      const bytes = data.slice(2).match(/../g) ?? []
      const calldata = bytes.reduce((sum, byte) => sum + (byte === '00' ? 4 : 16), 0)
      return Number((await chain.send(driver, data)).gasUsed) - 21_000 - calldata
    },
  }
}

/** What is asked of a pool after its trades, and what state that comes to. */
export interface Look<State> {
  readonly reads: readonly Read<unknown>[]
  readonly state: (answers: readonly Hex[]) => Partial<State> | undefined
}

/** As our adapter reads it, in one round. */
export function byLoading<State>(protocol: Protocol<State>): (pool: Pool) => Look<State> {
  return (pool) => {
    const loading = protocol.load(pool)
    const { value: reads } = loading.next() as { value: readonly Read<unknown>[] }
    const state: Look<State>['state'] = (answers) => {
      const { value, done } = loading.next(answers)
      if (done !== true) throw new Error('it is not read in one round')
      return value
    }
    return { reads, state }
  }
}

/** Every scenario is a pool that the steps make anew; after its trades it is looked at. */
export function theatreOf<State, Scenario>(
  { chain, driver }: Stage,
  protocol: Protocol<State>,
  prepare: (scenario: Scenario) => Prepared<State>,
  lookAt: (pool: Pool, start: State) => Look<State> = byLoading(protocol),
): Theatre<State, Scenario> {
  return {
    start: (scenario) => Promise.resolve(prepare(scenario).state),
    async play(scenario, trades) {
      const { pool, state: start, steps } = prepare(scenario)
      const { reads, state } = lookAt(pool, start)
      const turns = trades.map((trade) => turnOf(protocol, pool, trade))
      const asked = [steps.map(stepOf), turns, reads.map(stepOf)]
      const played = await chain.call(driver, abi.encodeFunctionData('play', asked))
      const [outs, answers] = abi.decodeFunctionResult('play', played).toArray(true) as [bigint[], string[]]
      const seen = state(answers.map(hex))
      return outs.map((out, i): Seen<State> => (i === outs.length - 1 ? { out, state: seen } : { out }))
    },
  }
}

const stepOf = ({ to, data, value = 0n }: Step) => [to, value, data]

function turnOf(protocol: Pick<Protocol<never>, 'move'>, pool: Pool, trade: Trade): readonly unknown[] {
  const move = protocol.move(pool, trade)
  if (move.move !== 'adapter') throw new Error(`${pool.venue.protocol} needs no adapter`)
  return [move.pool, move.target, pool.tokens[trade.from], pool.tokens[trade.to], trade.amountIn, move.data]
}
