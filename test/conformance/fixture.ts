/** Scenarios played on the real contracts: pools of `@uniswap` bytecode, driven by `driver.sol`. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Interface, type Result } from 'ethers'
import type { TickState as PoolState } from '#amm/ticks/state'
import type { Trade } from '#domain/pools/protocol'
import type { UniswapV2State as PairState } from '#protocols/uniswap-v2/index'
import { compileStandardJson } from '../../scripts/contracts/solc.mjs'
import type { LocalChain } from './chain.ts'

/** Token 0 is sold if positive, token 1 if negative. */
export type Turn = bigint

export const turnOf = ({ from, amountIn }: Trade): Turn => (from === 0 ? amountIn : -amountIn)

export interface PriceReading {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  /** 0 if the pool refused the turn. */
  readonly out: bigint
  readonly gasUsed: bigint
}

export interface PoolScenario {
  readonly feePpm: number
  readonly tickSpacing: number
  readonly sqrtPriceX96: bigint
  readonly positions: readonly { readonly lower: number; readonly upper: number; readonly liquidity: bigint }[]
}

export interface UniswapFixture {
  readonly chain: LocalChain
  readonly driver: string
  readonly pairFactory: string
  readonly poolFactory: string
  readonly abi: Interface
  /**
   * For each turn, true if the claim is exactly the largest output of the pair (0: no output); Uniswap's unless another
   * is named.
   */
  playPair(
    reserves: PairState['reserves'],
    turns: readonly Turn[],
    asked: { readonly claims: readonly bigint[]; readonly factory?: string | undefined },
  ): Promise<readonly boolean[]>
  playPool(scenario: PoolScenario, turns: readonly Turn[]): Promise<{ state: PoolState; seen: readonly PriceReading[] }>
}

const require = createRequire(import.meta.url)

export async function createUniswapFixture(chain: LocalChain): Promise<UniswapFixture> {
  const { abi, bytecode } = compileDriver()
  const deploy = async (code: string) => (await chain.send(null, code)).contractAddress
  const driver = await deploy(bytecode)
  const pairFactory = await deploy(
    `0x${require('@uniswap/v2-core/build/UniswapV2Factory.json').bytecode}${driver.slice(2).padStart(64, '0')}`,
  )
  const artifacts = '@uniswap/v3-core/artifacts/contracts'
  const factory = require(`${artifacts}/UniswapV3Factory.sol/UniswapV3Factory.json`)
  const poolFactory = await deploy(factory.bytecode)
  await chain.send(poolFactory, new Interface(factory.abi).encodeFunctionData('setOwner', [driver]))

  const play = async (method: string, args: readonly unknown[]) =>
    abi.decodeFunctionResult(method, await chain.call(driver, abi.encodeFunctionData(method, args)))
  return {
    chain,
    driver,
    pairFactory,
    poolFactory,
    abi,
    async playPair(reserves, turns, { claims, factory: made = pairFactory }) {
      const { verdicts } = await play('playPair', [made, ...reserves, turns, claims])
      return claims.map((claim, i) => verdicts[i] === (claim === 0n ? 0n : 1n))
    },
    async playPool(scenario, turns) {
      const ticks = ticksOf(scenario)
      const played = await play('playPool', [poolFactory, poolArguments(scenario, ticks), turns])
      return { state: toPoolState(scenario, ticks, played), seen: played.getValue('seen').map(toPriceReading) }
    },
  }
}

/** Every tick that may be initialized, ascending. */
export function ticksOf({ positions }: PoolScenario): readonly number[] {
  return [...new Set(positions.flatMap(({ lower, upper }) => [lower, upper]))].toSorted((a, b) => a - b)
}

export function poolArguments(scenario: PoolScenario, ticks: readonly number[]): readonly unknown[] {
  const positions = scenario.positions.map(({ lower, upper, liquidity }) => [lower, upper, liquidity])
  return [scenario.feePpm, scenario.tickSpacing, scenario.sqrtPriceX96, positions, ticks]
}

const uninitialised = (1n << 255n) - 1n

function toPoolState(scenario: PoolScenario, ticks: readonly number[], played: Result): PoolState {
  const { start, nets } = played
  const { out: _, gasUsed: __, ...price } = toPriceReading(start)
  return {
    ...price,
    tickSpacing: scenario.tickSpacing,
    feePpm: scenario.feePpm,
    ticks: ticks.map((tick, i) => [tick, nets[i] ?? 0n] as const).filter(([, net]) => net !== uninitialised),
    knownFrom: -887_272,
    knownTo: 887_272,
  }
}

function toPriceReading({ sqrtPriceX96, tick, liquidity, out, gasUsed }: Result): PriceReading {
  return { sqrtPriceX96, tick: Number(tick), liquidity, out, gasUsed }
}

function compileDriver(): { abi: Interface; bytecode: string } {
  const path = 'test/conformance/driver.sol'
  const input = {
    language: 'Solidity',
    sources: { [path]: { content: readFileSync(path, 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      outputSelection: { '*': { Driver: ['abi', 'evm.bytecode.object'] } },
    },
  }
  const { contracts, errors } = compileStandardJson(JSON.stringify(input))
  const driver = contracts?.[path]?.['Driver']
  if (driver === undefined) throw new Error(JSON.stringify(errors))
  return { abi: new Interface(driver.abi), bytecode: `0x${driver.evm.bytecode.object}` }
}
