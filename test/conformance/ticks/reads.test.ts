/** Reads of pools with ticks, call by call and by the lens, on the real contracts of every family. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import { decodeLensAnswer } from '#chain/lens/answer'
import { lensCode } from '#chain/lens/code.gen'
import { encodeLensInput, findPoolOfItem, type LensTask } from '#chain/lens/input'
import { toLensRecord } from '#chain/lens/record'
import type { Reading } from '#domain/calls/reads'
import type { Extent, Pool, Protocol, Venue } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { reaches } from '#domain/pools/tick-reach'
import { evm, hex } from '#domain/units'
import { maxTick, minTick } from '#math/ticks/tick'
import { startChain } from '../chain.ts'
import { all } from '../families.gen.ts'
import { anyPoolIn } from './family.ts'
import { createTickFixture, type TickFixture } from './fixture.ts'

const limits = { revert: true, outLimit: 1_000_000, start: 0 }
const pairsEach = 2

/** Runs a reading, one call after another. */
async function run<T>({ chain }: TickFixture, reading: Reading<T>): Promise<T> {
  let step = reading.next()
  while (!step.done) {
    const answers = await Promise.all(step.value.map(async ({ to, data }) => hex(await chain.call(to, data))))
    step = reading.next(answers)
  }
  return step.value
}

/** The lens's answer to a task, as states. */
async function look({ chain }: TickFixture, protocol: Protocol<TickState>, work: LensTask) {
  const said = await chain.reverted(`${lensCode}${encodeLensInput(work, limits)}`)
  return decodeLensAnswer(said).items.map(({ item, address, record: seen }) => {
    const pool = findPoolOfItem(work, item, address)?.pool
    if (pool === undefined || seen.kind !== 3 || seen.isTruncated) throw new Error(`item ${item} is no whole pool`)
    return { pool, state: protocol.lens?.state(toLensRecord(seen, work.reach.maxTicks), pool) }
  })
}

/** Those of all ticks that a reading has to list. */
const within = (whole: TickState, { knownFrom, knownTo }: TickState): TickState => ({
  ...whole,
  knownFrom,
  knownTo,
  ticks: whole.ticks.filter(([tick]) => tick >= knownFrom && tick <= knownTo),
})

const families = all.flatMap((family) => ('stepped' in family ? [family.stepped] : []))

test.each(families.map((family) => [family.protocol.kind, family] as const))(
  '%s',
  async (_, family) => {
    const { protocol, ground, venue: stated } = family
    const scenarios = fc.sample(
      anyPoolIn({ ...ground, tiers: ground.tiers.slice(0, 1) }).filter(({ positions }) => positions.length > 5),
      { numRuns: pairsEach, seed: 3 },
    )
    for (const scenario of scenarios) {
      const stage = await createTickFixture(await startChain(), ground)
      try {
        const { state: whole } = await stage.play(scenario, [])
        await stage.makePool(scenario)
        const { kind } = protocol
        const facts = { ...stated.facts, ...stage.facts }
        const venue: Venue = { protocol: kind, name: kind, title: kind, factory: evm(stage.factory), ...stated, facts }
        const tokens = [evm(stage.tokens[0]), evm(stage.tokens[1])] as const
        const [pool, ...others] = await run(stage, protocol.find(venue, tokens))
        // inside a singleton, every possible pool is named
        if (protocol.lens?.kind === 3 && protocol.lens.candidates === undefined) expect(others).toEqual([])
        expect(pool?.tokens).toEqual(tokens)
        for (const extent of ['usual', 'wide', 'whole'] as const)
          await compare(stage, { protocol, pool: pool as Pool, whole, extent })
      } finally {
        stage.chain.stop()
      }
    }
  },
  120_000,
)

async function compare(
  stage: TickFixture,
  {
    protocol,
    pool,
    whole,
    extent,
  }: {
    protocol: Protocol<TickState>
    pool: Pool
    whole: TickState
    extent: Extent
  },
): Promise<void> {
  const asking = protocol.lens?.kind === 3 ? protocol.lens : undefined
  const byLensOnly = asking?.selectors?.inSwap === true
  if (byLensOnly) await expect(run(stage, protocol.load(pool, extent))).rejects.toThrow(PoolSkippedError)
  // all ticks, call by call, are thousands of words; the lens reads them in one call
  const byCalls = extent === 'whole' || byLensOnly ? undefined : await run(stage, protocol.load(pool, extent))
  if (byCalls !== undefined) expect(byCalls).toEqual(within(whole, byCalls))
  const nothing = { reach: reaches[extent], tokens: [], venues: [], pairs: [], pools: [] }
  const known: LensTask = { ...nothing, pools: [{ kind: 3, pool, ...(asking && { access: asking }) }] }
  const sought: LensTask = {
    ...nothing,
    tokens: pool.tokens,
    venues: [{ kind: 3, venue: pool.venue, ...(asking && { access: asking }) }],
    pairs: [[1, 0]],
  }
  for (const work of asking?.candidates ? [known] : [known, sought]) {
    const [seen, ...others] = await look(stage, protocol, work)
    expect(others).toEqual([])
    expect(seen?.pool).toEqual(pool)
    const state = seen?.state as TickState
    expect(state).toEqual(within(whole, state))
    expect([state.knownFrom <= state.tick, state.tick <= state.knownTo]).toEqual([true, true])
    if (extent === 'whole') expect([state.knownFrom, state.knownTo]).toEqual([minTick, maxTick])
    else if (byCalls !== undefined) expect(state).toEqual(byCalls)
  }
}
