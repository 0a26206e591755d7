/** A version whose offer is below the market is replaced, though the clock was set back since it was signed. */
import { expect, test } from 'vitest'
import { gas, seconds, wei } from '#domain/units'
import { decide, type OrderFacts } from './decide.ts'

const feesOf = (gwei: bigint) => ({ type: 0, gasPrice: wei(gwei * 10n ** 9n) }) as const

/** @param age of the newest version by the clock */
const decideAt = (age: number) =>
  decide({
    relay: {
      attempts: [{ kind: 'original', payload: { fees: feesOf(1n) }, signedAt: seconds(10_000 - age) }],
      ...{ deadline: seconds(14_000), reserved: wei(10n ** 18n), gasLimit: gas(300_000n) },
      ...{ maxPrice: wei(100n * 10n ** 9n), maxCancelPrice: wei(200n * 10n ** 9n) },
    },
    conclusion: { stage: 'submitted', mayBroadcast: false },
    ...{ market: feesOf(20n), now: seconds(10_000), replaceAfterSeconds: 30 },
    ...{ isDoomed: false, cancels: true, l1Fee: wei(0n) },
  } as unknown as OrderFacts).do

test.each([
  [10, 'wait'],
  [30, 'fill'],
  [-3_600, 'fill'], // until it has caught up, the order's deadline and the lane's other orders have passed
])('signed %i seconds ago: %s', (age, action) => {
  expect(decideAt(age)).toBe(action)
})
