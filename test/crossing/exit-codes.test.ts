import { expect, test } from 'vitest'
import { command } from '#cli/commands/status'
import type { Context } from '#cli/context'
import type { Result } from '#cli/out/types'
import { exitOf, statusExitOf } from '#cli/request/crossing/result'
import type { CrossingState } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import { networkName } from '#domain/units'
import { findNetwork } from '#networks/find'

const crossingIn = (state: CrossingState['state']) => ({ state: { state } }) as TrackedCrossing

test.each<[CrossingState['state'], code: number, asked: number]>([
  ['success', 0, 0],
  ['partial', 15, 15],
  ['expired', 15, 15],
  ['refunded', 15, 15],
  ['error', 15, 15],
  ['pending', 0, 16],
  ['bridging', 0, 16],
])('the exit status of a crossing that is %s is %i, and with --exit-status %i', (state, code, asked) => {
  const tracked = crossingIn(state)
  expect([exitOf(tracked), statusExitOf(tracked, false), statusExitOf(tracked, true)]).toEqual([code, code, asked])
})

const reference = `0x${'aa'.repeat(32)}`

/** Of a hash that is in no journal, and in no block when it is asked for first. */
async function watch(ours: boolean): Promise<Result | undefined> {
  let printed: Result | undefined
  const tracked = [crossingIn('pending'), { ...crossingIn('success'), target: { network: 'base', chainId: 8453 } }]
  const looks = { tracked: 0 }
  const trader = {
    status: async () => {
      throw fail('SWAP_NOT_FOUND', { id: reference })
    },
    trackCrossing: async () => ({ ...tracked[Math.min(looks.tracked++, 1)], recoveries: [] }),
    transaction: async () => ({ stage: 'confirmed', depth: 12, ours, hash: reference, ...sent }),
  }
  const context = {
    trader: async () => trader,
    settings: { get: () => 'ethereum', getConfirmations: () => undefined },
    resolveNetwork: async () => findNetwork(networkName('ethereum')),
    interruption: { setIntent: () => undefined, setPending: () => undefined },
    out: {
      withSpinner: async (_: string, work: Promise<unknown>) => work,
      startRedraw: () => undefined,
      printResult: (result: Result) => {
        printed = result
      },
    },
    clock: { sleep: async () => undefined },
  } as unknown as Context
  const options = { retry: false, release: false, complete: false, maxGas: undefined, confirmations: undefined }
  await command.run(context, { ...options, reference, watch: true, until: 'final', exitStatus: true } as never)
  return printed
}

const sent = {
  ...{ network: 'ethereum', chainId: 1, from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, value: 0n, nonce: 7 },
  ...{ data: '0x', gasLimit: 21_000n, mined: undefined, read: undefined, tokens: undefined, bought: undefined },
}

test('what is in no block when it is watched, and turns out to be a crossing, is followed to its end', async () => {
  expect(await watch(false)).toMatchObject({ data: { kind: 'crossing', crossing: { state: 'success' } }, exit: 0 })
  expect(await watch(true)).toMatchObject({ data: { kind: 'transaction', stage: 'confirmed' }, exit: 0 })
})
