/**
 * Gas of trades on the real contracts: a transaction that pays the pool and swaps, without the 21,000 and the calldata
 * of every transaction, by the number of ticks crossed and words passed.
 */

import { appendStep, createCumulativeSteps, type SwapStep } from '#amm/ticks/cumulative-steps'
import type { Amount } from '#domain/units'
import { evm } from '#domain/units'
import { protocol as pairs } from '#protocols/uniswap-v2/index'
import { protocol as pools } from '#protocols/uniswap-v3/index'
import { startChain } from './chain.ts'
import { createUniswapFixture, type PoolScenario, poolArguments, ticksOf, type UniswapFixture } from './fixture.ts'

export interface GasRow {
  readonly trade: string
  readonly measured: number
  readonly predicted: number
}

export async function measureGas(): Promise<readonly GasRow[]> {
  const chain = await startChain()
  try {
    await chain.holdTime() // a later second's first swap of a pair also accumulates its prices: 10,400
    const stage = await createUniswapFixture(chain)
    return [...(await pairRows(stage)), ...(await poolRows(stage))]
  } finally {
    chain.stop()
  }
}

async function measureSpent(
  stage: UniswapFixture,
  method: string,
  pool: string,
  ...args: readonly unknown[]
): Promise<number> {
  const data = stage.abi.encodeFunctionData(method, [pool, ...args])
  const bytes = data.slice(2).match(/../g) ?? []
  const calldata = bytes.reduce((sum, byte) => sum + (byte === '00' ? 4 : 16), 0)
  return Number((await stage.chain.send(stage.driver, data)).gasUsed) - 21_000 - calldata
}

async function create(stage: UniswapFixture, method: string, args: readonly unknown[]): Promise<string> {
  const data = stage.abi.encodeFunctionData(method, args)
  const answer = stage.abi.decodeFunctionResult(method, await stage.chain.call(stage.driver, data))
  await stage.chain.send(stage.driver, data)
  return evm(String(answer.at(-1)))
}

async function pairRows(stage: UniswapFixture): Promise<readonly GasRow[]> {
  const wad = 10n ** 18n
  const reserves = [1_000n * wad, 1_000n * wad] as const
  const pair = await create(stage, 'playPair', [stage.pairFactory, ...reserves, [], []])
  const predicted = Number(pairs.gas({ reserves, feePpm: 3_000 }, { from: 0, to: 1, amountIn: wad as Amount }))
  const rows: GasRow[] = []
  for (const turn of [wad, -wad, wad]) {
    rows.push({ trade: 'uniswap-v2', measured: await measureSpent(stage, 'turnPair', pair, turn, wad / 2n), predicted })
  }
  return rows
}

const around = (lower: number, upper: number) => ({ lower, upper, liquidity: 10n ** 20n })
/** Many ranges, one inside the other; and one that passes many words without a tick. */
const shapes = {
  ticks: Array.from({ length: 20 }, (_, i) => around(-10 * (i + 1), 10 * (i + 1))),
  words: [around(-50_000, 50_000)],
}

async function poolRows(stage: UniswapFixture): Promise<readonly GasRow[]> {
  const rows: GasRow[] = []
  for (const [name, positions] of Object.entries(shapes)) {
    const scenario = { feePpm: 500, tickSpacing: 10, sqrtPriceX96: (1n << 96n) + (1n << 70n), positions }
    const swap = await openPool(stage, name === 'ticks' ? scenario : { ...scenario, feePpm: 501 })
    for (const stops of [15, 30, 15]) await swap(stops > 15 ? 1 : 0, stops) // every slot has been written once
    for (const stops of [1, 2, 3, 5, 9]) rows.push(await swap(0, stops), await swap(1, stops))
  }
  return rows
}

/** A pool, and a function that swaps half-way past its next steps and returns the gas. */
async function openPool(stage: UniswapFixture, scenario: PoolScenario) {
  let { state } = await stage.playPool(scenario, [])
  const pool = await create(stage, 'playPool', [stage.poolFactory, poolArguments(scenario, ticksOf(scenario)), []])
  return async (from: number, stops: number) => {
    const ladder = createCumulativeSteps(state, from === 0)
    while (ladder.end === 'open' && ladder.steps.length <= stops) appendStep(ladder, ladder.steps.at(-1) as SwapStep)
    const [before, last] = ladder.steps.slice(-2) as [SwapStep, SwapStep]
    const amountIn = ((before.sold + last.sold) / 2n) as Amount
    const predicted = Number(pools.gas(state, { from, to: 1 - from, amountIn }))
    state = pools.stateAfter(state, { from, to: 1 - from, amountIn })
    const measured = await measureSpent(stage, 'turnPool', pool, from === 0 ? amountIn : -amountIn)
    const trade = `uniswap-v3, ${before.crossed} ticks, ${ladder.steps.length - 2} stops`
    return { trade, measured, predicted }
  }
}
