/** Foreign pools that our adapter contracts trade with, called as the router calls them, on a local chain. */
import { AbiCoder, Interface, type InterfaceAbi } from 'ethers'
import type { Read } from '#domain/calls/reads'
import type { Pool, Protocol, Trade } from '#domain/pools/protocol'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import type { LocalChain } from '../chain.ts'
import type { FamilyHarness, TradeOutcome } from '../family.ts'
import { compileFile } from './compile.ts'

/** A call made by the driver. */
export interface Step {
  readonly to: Address
  readonly data: string
  /** Value of the call. */
  readonly value?: bigint
}

/** A pool created by steps of the driver, with the state our adapter should read. */
export interface PreparedPool<State> {
  readonly pool: Pool
  readonly state: State
  readonly steps: readonly Step[]
}

export interface AdapterFixture {
  readonly chain: LocalChain
  /** Holds plenty of tokens and makes every step. */
  readonly driver: Address
  deploy(code: string, types?: readonly string[], values?: readonly unknown[]): Promise<Address>
  /** A token of which the driver holds 2^255. */
  deployCoin(decimals: number): Promise<Address>
  /** The result of a call, decoded. */
  callAndDecode(one: Step, abi: Interface): Promise<readonly unknown[]>
  /** The driver makes the steps, permanently. */
  runSteps(steps: readonly Step[]): Promise<void>
  /** The output of the trade; 0 if it is refused. */
  quoteTrade(protocol: Pick<Protocol<never>, 'move'>, pool: Pool, trade: Trade): Promise<bigint>
  /** Gas of the trade in its own transaction, permanent, including the payment to the adapter. */
  measureGas(protocol: Pick<Protocol<never>, 'move'>, pool: Pool, trade: Trade): Promise<number>
}

const path = 'test/conformance/adapters/driver.sol'
const steps = 'tuple(address to, uint256 value, bytes data)[]'
const turn = 'tuple(address adapter, address pool, address tokenIn, address tokenOut, uint256 amountIn, uint256 data)'
const abi = new Interface([
  `function play(${steps} steps, ${turn}[] turns, ${steps} reads) returns (uint256[] outs, bytes[] answers)`,
  `function turn(${turn} one) returns (uint256)`,
  `function step(${steps.slice(0, -2)} one) returns (bytes)`,
])

/** Creates calls of contracts from their signatures. */
export function createCallBuilder(signatures: InterfaceAbi) {
  const contract = new Interface(signatures)
  const step = (to: Address, method: string, ...values: readonly unknown[]): Step => {
    return { to, data: contract.encodeFunctionData(method, values) }
  }
  return { contract, step }
}

export async function createAdapterFixture(chain: LocalChain): Promise<AdapterFixture> {
  const codes = compileFile(path)
  const deploy: AdapterFixture['deploy'] = async (code, types = [], values = []) =>
    evm((await chain.send(null, code + new AbiCoder().encode(types, values).slice(2))).contractAddress)
  const driver = await deploy(codes('Driver'))
  for (const { name, data } of listDeployables({ router: 'storage' }))
    if (name !== 'router') await chain.send(deployer, data)

  return {
    chain,
    driver,
    deploy,
    deployCoin: (decimals) => deploy(codes('Coin'), ['address', 'uint8'], [driver, decimals]),
    async callAndDecode({ to, data }, contract) {
      const method = contract.getFunction(data.slice(0, 10))
      if (method === null) throw new Error(`no function ${data.slice(0, 10)}`)
      return contract.decodeFunctionResult(method, await chain.call(to, data)).toArray()
    },
    async runSteps(steps) {
      for (const one of steps) await chain.send(driver, abi.encodeFunctionData('step', [toStepTuple(one)]))
    },
    async quoteTrade(protocol, pool, trade) {
      const data = abi.encodeFunctionData('turn', [toTurnTuple(protocol, pool, trade)])
      return chain.call(driver, data).then(BigInt, () => 0n)
    },
    async measureGas(protocol, pool, trade) {
      const data = abi.encodeFunctionData('turn', [toTurnTuple(protocol, pool, trade)])
      const bytes = data.slice(2).match(/../g) ?? []
      const calldata = bytes.reduce((sum, byte) => sum + (byte === '00' ? 4 : 16), 0)
      return Number((await chain.send(driver, data)).gasUsed) - 21_000 - calldata
    },
  }
}

/** The reads of a pool after its trades, and the state they give. */
export interface StateReadback<State> {
  readonly reads: readonly Read<unknown>[]
  readonly state: (answers: readonly Hex[]) => Partial<State> | undefined
}

/** As our adapter reads it, in one round. */
export function readByLoading<State>(protocol: Protocol<State>): (pool: Pool) => StateReadback<State> {
  return (pool) => {
    const loading = protocol.load(pool)
    const { value: reads } = loading.next() as { value: readonly Read<unknown>[] }
    const state: StateReadback<State>['state'] = (answers) => {
      const { value, done } = loading.next(answers)
      if (done !== true) throw new Error('it is not read in one round')
      return value
    }
    return { reads, state }
  }
}

/** Every scenario is a pool created by its own steps; its state is read after its trades. */
export function createFamilyHarness<State, Scenario>(
  { chain, driver }: AdapterFixture,
  protocol: Protocol<State>,
  prepare: (scenario: Scenario) => PreparedPool<State>,
  lookAt: (pool: Pool, start: State) => StateReadback<State> = readByLoading(protocol),
): FamilyHarness<State, Scenario> {
  return {
    start: (scenario) => Promise.resolve(prepare(scenario).state),
    async play(scenario, trades) {
      const { pool, state: start, steps } = prepare(scenario)
      const { reads, state } = lookAt(pool, start)
      const turns = trades.map((trade) => toTurnTuple(protocol, pool, trade))
      const asked = [steps.map(toStepTuple), turns, reads.map(toStepTuple)]
      const played = await chain.call(driver, abi.encodeFunctionData('play', asked))
      const [outs, answers] = abi.decodeFunctionResult('play', played).toArray(true) as [bigint[], string[]]
      const seen = state(answers.map(hex))
      return outs.map((out, i): TradeOutcome<State> => (i === outs.length - 1 ? { out, state: seen } : { out }))
    },
  }
}

const toStepTuple = ({ to, data, value = 0n }: Step) => [to, value, data]

function toTurnTuple(protocol: Pick<Protocol<never>, 'move'>, pool: Pool, trade: Trade): readonly unknown[] {
  const move = protocol.move(pool, trade)
  if (move.move !== 'adapter') throw new Error(`${pool.venue.protocol} needs no adapter`)
  return [move.pool, move.target, pool.tokens[trade.from], pool.tokens[trade.to], trade.amountIn, move.data]
}
