/**
 * RED. What is wrong: a swap to another network that ended with its deposit paid back exits 0, as one that arrived does:
 * `exitOf` is «15 if it ended, and not as asked», and README has 15 for a crossing of which a part is not done, but `refunded`
 * is not among its states. `swap` and `status` both use it.
 *
 * What a user loses: a script takes a crossing of which nothing arrived for done: a false success.
 *
 * Severity: medium to high (documents and code contradict each other; nothing is lost on the chain).
 * Cause: src/cli/request/crossing/result.ts `openStates`.
 */
import { expect, test } from 'vitest'
import { exitOf } from '#cli/request/crossing/result'
import type { CrossingState } from '#domain/crossing/bridge'
import type { TrackedCrossing } from '#domain/service/crossing-service'

const crossingIn = (state: CrossingState['state']) => ({ state: { state } }) as TrackedCrossing

test.each<[CrossingState['state'], number]>([
  ['success', 0],
  ['partial', 15],
  ['expired', 15],
  ['refunded', 15],
])('a crossing that ended %s: exit %s', (state, code) => {
  expect(exitOf(crossingIn(state))).toBe(code)
})
