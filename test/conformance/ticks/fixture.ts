/** Scenarios played on the real contracts of a family with ticks, driven by `driver.sol`. */
import { readFileSync } from 'node:fs'
import { AbiCoder, Interface, type Result } from 'ethers'
import type { TickState } from '#amm/ticks/state'
import type { Facts } from '#domain/pools/protocol'
import { maxTick, minTick } from '#math/ticks/tick'
import { compileStandardJson } from '../../../scripts/contracts/solc.mjs'
import type { LocalChain } from '../chain.ts'
import { type PoolScenario, type PriceReading, type Turn, ticksOf } from '../fixture.ts'
import type { Tier } from './scenarios.ts'

/** A call before a pool is used; `to` is `undefined` for the pool itself. */
export interface Step {
  readonly to: string | undefined
  readonly data: string
}

/** How a family's pools are created. */
export interface TickFamilySetup {
  readonly tiers: readonly Tier[]
  /** Parts of the family's state that are in no scenario. */
  readonly state?: (scenario: PoolScenario) => Partial<TickState>
  /** Limit of a trade or a side of a pool, if the family counts its balances; bits. */
  readonly maxBits?: number
  /** Paths of contracts of its own, which none imports. */
  readonly sources?: readonly string[]
  /** Deploys the family's contracts, owned by the driver. */
  deploy(ground: DeployContext): Promise<PoolMaker>
}

export interface PoolMaker {
  readonly driver: string
  /** Where pools are found: a factory, or the contract that contains them. */
  readonly factory: string
  /** Other facts that a venue would have to state of this deployment. */
  readonly facts?: Facts
  steps(scenario: PoolScenario, tokens: readonly [string, string]): readonly Step[]
  /**
   * Names a pool that was created before. If set, pools are created in a separate block and traded later, for families
   * that update fees after time has passed.
   */
  readonly later?: (tokens: readonly [string, string]) => Step
}

export interface DeployContext {
  readonly chain: LocalChain
  /** Deploys creation code with its arguments. */
  deploy(code: string, types?: readonly string[], values?: readonly unknown[]): Promise<string>
  send(to: string, signature: string, values: readonly unknown[]): Promise<void>
  /** Creation code of a contract in `driver.sol`, `contracts/sandbox` or the family's own sources. */
  findOwnCode(name: string): string
}

export interface PlayedTurns {
  /** As the family's contracts show it; every initialized tick. */
  readonly state: TickState
  readonly seen: readonly PriceReading[]
}

export interface TickFixture {
  readonly chain: LocalChain
  readonly driver: string
  readonly factory: string
  readonly facts: Facts
  readonly tokens: readonly [string, string]
  /** Creates the pool permanently, as `play` does within one call. @returns its address */
  makePool(scenario: PoolScenario): Promise<string>
  play(scenario: PoolScenario, turns: readonly Turn[]): Promise<PlayedTurns>
  /** Outputs of turns on the permanent pool; of a family that trades later. */
  quoteTurns(turns: readonly Turn[]): Promise<readonly PriceReading[]>
  /** The same, and they are executed. */
  executeTurns(turns: readonly Turn[]): Promise<void>
}

const abi = new Interface([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function play(((address to, bytes data)[] steps, (int24, int24, uint128)[] positions, int24[] ticks) scenario, int256[] turns) returns ((uint160 sqrtPriceX96, int24 tick, uint128 liquidity, uint256 out, uint256 gasUsed) start, int256[] nets, (uint160 sqrtPriceX96, int24 tick, uint128 liquidity, uint256 out, uint256 gasUsed)[] seen, address pool)',
])

export async function createTickFixture(chain: LocalChain, family: TickFamilySetup): Promise<TickFixture> {
  const maker = await family.deploy(createDeployContext(chain, family.sources))
  const { driver } = maker
  const ask = async (method: string, args: readonly unknown[]) =>
    abi.decodeFunctionResult(method, await chain.call(driver, abi.encodeFunctionData(method, args)))
  const tokens = [String((await ask('token0', []))[0]), String((await ask('token1', []))[0])] as const
  const spelled = ({ to, data }: Step) => [to ?? nobody, data]
  const prepared = (scenario: PoolScenario) => {
    const steps = maker.steps(scenario, tokens).map(spelled)
    const positions = scenario.positions.map(({ lower, upper, liquidity }) => [lower, upper, liquidity])
    return [steps, positions, ticksOf(scenario)]
  }
  const turnAtOnce = (scenario: PoolScenario, turns: readonly Turn[]) => ask('play', [prepared(scenario), turns])
  const { later } = maker
  const standing = (ticks: readonly number[] = []) => [later ? [spelled(later(tokens))] : [], [], ticks]
  const turnLater = (scenario: PoolScenario, turns: readonly Turn[]) =>
    chain.undone(async () => {
      await chain.send(driver, abi.encodeFunctionData('play', [prepared(scenario), []]))
      await chain.pass(pause)
      return ask('play', [standing(ticksOf(scenario)), turns])
    })
  const turned = later === undefined ? turnAtOnce : turnLater
  return {
    chain,
    driver,
    factory: maker.factory,
    facts: maker.facts ?? {},
    tokens,
    makePool: async (scenario) => {
      const { pool } = await ask('play', [prepared(scenario), []])
      await chain.send(driver, abi.encodeFunctionData('play', [prepared(scenario), []]))
      if (later !== undefined) await chain.pass(pause)
      return String(pool)
    },
    async play(scenario, turns) {
      const ticks = ticksOf(scenario)
      const { start, nets, seen } = await turned(scenario, turns)
      const { out: _, gasUsed: __, ...price } = toPriceReading(start)
      const listed = ticks.map((tick, i) => [tick, nets[i] as bigint] as const)
      const state: TickState = {
        ...price,
        feePpm: scenario.feePpm,
        tickSpacing: scenario.tickSpacing,
        ticks: listed.filter(([, net]) => net !== uninitialised),
        knownFrom: minTick,
        knownTo: maxTick,
        ...family.state?.(scenario),
      }
      return { state, seen: seen.map(toPriceReading) }
    },
    quoteTurns: async (turns) => (await ask('play', [standing(), turns]))['seen'].map(toPriceReading),
    async executeTurns(turns) {
      await chain.send(driver, abi.encodeFunctionData('play', [standing(), turns]))
    },
  }
}

/** Seconds. */
const pause = 60

const nobody = '0x0000000000000000000000000000000000000000'
const uninitialised = (1n << 255n) - 1n

function toPriceReading({ sqrtPriceX96, tick, liquidity, out, gasUsed }: Result): PriceReading {
  return { sqrtPriceX96, tick: Number(tick), liquidity, out, gasUsed }
}

export function createDeployContext(chain: LocalChain, own: readonly string[] = []): DeployContext {
  const codes = compileSources([...shared, ...own])
  return {
    chain,
    async deploy(code, types = [], values = []) {
      return (await chain.send(null, code + new AbiCoder().encode(types, values).slice(2))).contractAddress
    },
    async send(to, signature, values) {
      const method = new Interface([`function ${signature}`])
      await chain.send(to, method.encodeFunctionData(signature.slice(0, signature.indexOf('(')), values))
    },
    findOwnCode(name) {
      const code = codes[name]
      if (code === undefined) throw new Error(`there is no contract ${name}`)
      return code
    },
  }
}

const shared = [
  'test/conformance/ticks/answers.sol',
  'test/conformance/ticks/driver.sol',
  'contracts/sandbox/IVault.sol',
  'contracts/sandbox/VaultFiller.sol',
]

function compileSources(sources: readonly string[]): Readonly<Record<string, string>> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources.map((path) => [path, { content: readFileSync(path, 'utf8') }])),
    settings: { evmVersion: 'cancun', viaIR: true, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const { errors = [], contracts } = compileStandardJson(JSON.stringify(input))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return Object.fromEntries(
    Object.values(contracts).flatMap((file) =>
      Object.entries(file).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
    ),
  )
}

/** Creation code from `scripts/record-far-pools.mjs`. */
export function readRecordedCode(name: string, contract: string): string {
  const files = ['far-pools', 'tick-pools'].map((file) => readFileSync(`test/contracts/${file}.data.json`, 'utf8'))
  const packages: { name: string; contracts: Record<string, string> }[] = files.flatMap((text) => JSON.parse(text))
  const code = packages.find((one) => one.name === name)?.contracts[contract]
  if (code === undefined) throw new Error(`${contract} of ${name} is not recorded`)
  return code
}
