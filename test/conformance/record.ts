/** Records the vectors of families from the real contracts; run by `scripts/record-vectors.mjs`. */
import { existsSync, writeFileSync } from 'node:fs'
import { all } from './families.gen.ts'
import type { PlayedScenario } from './family.ts'
import { type Case, print, readVectors } from './vectors.ts'

/** Fixed, so that recording again changes nothing unless the contracts or the choice of trades did. */
const seed = 1_559
const tradesEach = 20

/** @param kinds the families to record; all if empty */
export async function record(kinds: readonly string[]): Promise<void> {
  for (const { kind, source, recorded, withRunner: withStage } of all) {
    if (kinds.length > 0 && !kinds.includes(kind)) continue
    const played = await withStage(({ sample }) => sample({ seed, scenarios: recorded, trades: tradesEach }))
    const path = `src/protocols/${kind}/vectors.json`
    const others = existsSync(path) ? readVectors(kind).others : undefined
    writeFileSync(path, print({ source, seed, cases: played.map(toCase), ...(others && { others }) }))
  }
}

function toCase({ state, trades, theirs }: PlayedScenario): Case {
  return {
    state,
    trades: trades.map(({ from, to, amountIn }, i) => {
      const out = theirs[i]?.out ?? 0n
      if (out < 0n) throw new Error(`the contract gives something else than ours for ${amountIn} of ${from}`)
      return [from, to, amountIn, out === 0n ? null : out]
    }),
  }
}
