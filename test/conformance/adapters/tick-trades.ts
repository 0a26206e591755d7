/**
 * Random trades with one pool with ticks through its adapter, each on the state after the last one, against our
 * answers.
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { anyPlan } from '../ticks/plans.ts'
import type { AdapterFixture } from './fixture.ts'

/** Amount of each token that tests put into a pool and give the driver: larger plans are skipped. */
export const plenty = 1n << 126n

/** Around a price of one, thin and deep, so that trades cross ticks both ways. */
export const positions = [
  [-887_220, 887_220, 10n ** 18n],
  [-600, 600, 5n * 10n ** 20n],
  [-120, 60, 10n ** 21n],
  [180, 1_800, 10n ** 20n],
] as const

interface PlayedPlan {
  readonly protocol: Protocol<TickState>
  readonly pool: Pool
  readonly read: () => Promise<TickState>
}

interface Plan {
  readonly seed: number
  readonly trades: number
}

/** Expects every output and the pool's final state to equal ours, with both refusals and trades among them. */
export async function expectTraded(
  stage: AdapterFixture,
  { protocol, pool, read }: PlayedPlan,
  { seed, trades }: Plan,
): Promise<void> {
  let state = await read()
  const refused: boolean[] = []
  for (const plan of fc.sample(anyPlan, { seed, numRuns: trades })) {
    const trade = plan(state)
    if (trade.amountIn >= plenty / 4n) continue // the driver has less
    const ours = protocol.amountOut(state, trade) ?? 0n
    expect(await stage.quoteTrade(protocol, pool, trade)).toBe(ours)
    refused.push(ours === 0n)
    // otherwise the price ends where there is no liquidity left
    if (ours === 0n || ours > 10n ** 20n) continue
    await stage.measureGas(protocol, pool, trade)
    state = protocol.stateAfter(state, trade)
  }
  expect(await read()).toEqual(state)
  expect(refused.filter((one) => !one).length).toBeGreaterThan(trades / 4)
  expect(refused).toContain(true)
}
