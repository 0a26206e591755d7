/** Records the vectors of every protocol from the real contracts; run by `scripts/record-vectors.mjs`. */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { protocol as pairs } from '#protocols/uniswap-v2/index'
import { anyPlan, replay, tradeOf, turnsOf } from './replay.ts'
import { anyPool, anyReserves, anyTurn } from './scenarios.ts'
import { openStage, type Stage, type Turn } from './stage.ts'
import { type Case, print } from './vectors.ts'

/** Fixed, so that recording again changes nothing unless the contracts or the choice of trades did. */
const seed = 1_559
const tradesEach = 20

export async function record(): Promise<void> {
  const stage = await openStage()
  try {
    save('uniswap-v2', 'UniswapV2Pair of @uniswap/v2-core 1.0.1', await recordPairs(stage))
    save('uniswap-v3', 'UniswapV3Pool of @uniswap/v3-core 1.0.1', await recordPools(stage))
  } finally {
    stage.chain.stop()
  }
}

async function recordPairs(stage: Stage): Promise<readonly Case[]> {
  const turns = fc.array(anyTurn(113), { minLength: tradesEach, maxLength: tradesEach, size: 'max' })
  const cases: Case[] = []
  for (const [reserves, played] of fc.sample(fc.tuple(anyReserves, turns), { numRuns: 50, seed })) {
    const state = { reserves, feePpm: 3_000 }
    const claims = replay(pairs, state, played).map(({ out }) => out)
    const verdicts = await stage.playPair(reserves, played, claims)
    if (verdicts.includes(false)) throw new Error(`the pair ${reserves.join('/')} gives something else`)
    cases.push({ state, trades: played.map((turn, i) => row(turn, claims[i] ?? 0n)) })
  }
  return cases
}

async function recordPools(stage: Stage): Promise<readonly Case[]> {
  const plans = fc.array(anyPlan, { minLength: tradesEach, maxLength: tradesEach, size: 'max' })
  const cases: Case[] = []
  for (const [scenario, planned] of fc.sample(fc.tuple(anyPool, plans), { numRuns: 75, seed })) {
    const { state } = await stage.playPool(scenario, [])
    const turns = turnsOf(state, planned)
    const { seen } = await stage.playPool(scenario, turns)
    cases.push({ state, trades: turns.map((turn, i) => row(turn, seen[i]?.out ?? 0n)) })
  }
  return cases
}

function row(turn: Turn, out: bigint): Case['trades'][number] {
  const { from, to, amountIn } = tradeOf(turn)
  return [from, to, amountIn, out === 0n ? null : out]
}

function save(kind: string, source: string, cases: readonly Case[]): void {
  writeFileSync(`src/protocols/${kind}/vectors.json`, print({ source, seed, cases }))
}
