/** Random trades with one pool with ticks through its adapter, each on what the last one left, against what we say of them. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import type { Pool, Protocol } from '#domain/protocol'
import { anyPlan } from '../ticks/plans.ts'
import type { Stage } from './stage.ts'

/** What tests put into a pool and give the driver of each token, so that only plans beyond it are nobody's. */
export const plenty = 1n << 126n

/** Around a price of one, thin and deep, so that trades cross ticks both ways. */
export const positions = [
  [-887_220, 887_220, 10n ** 18n],
  [-600, 600, 5n * 10n ** 20n],
  [-120, 60, 10n ** 21n],
  [180, 1_800, 10n ** 20n],
] as const

interface Played {
  readonly protocol: Protocol<TickState>
  readonly pool: Pool
  readonly read: () => Promise<TickState>
}

interface Plan {
  readonly seed: number
  readonly trades: number
}

/** Expects every output to be ours, the pool to end where we say, and both refusals and trades among them. */
export async function expectTraded(
  stage: Stage,
  { protocol, pool, read }: Played,
  { seed, trades }: Plan,
): Promise<void> {
  let state = await read()
  const refused: boolean[] = []
  for (const plan of fc.sample(anyPlan, { seed, numRuns: trades })) {
    const trade = plan(state)
    if (trade.amountIn >= plenty / 4n) continue // nobody has as much
    const ours = protocol.amountOut(state, trade) ?? 0n
    expect(await stage.turn(protocol, pool, trade)).toBe(ours)
    refused.push(ours === 0n)
    // or else the price ends up where nothing is left to trade with
    if (ours === 0n || ours > 10n ** 20n) continue
    await stage.spent(protocol, pool, trade)
    state = protocol.after(state, trade)
  }
  expect(await read()).toEqual(state)
  expect(refused.filter((one) => !one).length).toBeGreaterThan(trades / 4)
  expect(refused).toContain(true)
}
