import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import type { SwapRecord } from '#domain/service/swap-record'
import { type Hex, hex } from '#domain/units'
import type { SwapsContext } from './context.ts'
import { createSwapTracker } from './tracker.ts'

const hashOf = (byte: string): Hex => hex(`0x${byte.repeat(32)}`)
const recordOf = (byte: string) =>
  ({ id: byte, status: 'pending', network: 'ethereum', transactionHash: hashOf(byte) }) as unknown as SwapRecord

/** The chain has nothing to say about the first of three records but the error. */
function createTracker(error: Error) {
  const [asked, noted]: [Hex[], string[]] = [[], []]
  const chain = {
    receipt: async (hash: Hex) => {
      asked.push(hash)
      if (hash === hashOf('aa')) throw error
      throw fail('NETWORK_UNAVAILABLE', { network: 'Ethereum', reason: 'it is down' })
    },
  }
  const context = {
    ...{ chain: async () => chain, clock: { now: () => 1 } },
    swaps: {
      listUnsettled: async () => ['aa', 'bb', 'cc'].map(recordOf),
      noteCheck: async (id: string) => noted.push(id),
    },
  } as unknown as SwapsContext
  return { tracker: createSwapTracker(context), asked, noted }
}

test('a swap that cannot be told keeps none behind it from being looked at, and is told of', async () => {
  const { tracker, asked, noted } = createTracker(fail('INTERNAL', { reason: 'it contradicts itself' }))
  await expect(tracker.refreshPending(3)).rejects.toMatchObject({ code: 'INTERNAL' })
  expect(asked).toEqual(['aa', 'bb', 'cc'].map(hashOf))
  expect(noted).toEqual(['aa', 'bb', 'cc'])
})

test('chains that do not answer are no failure', async () => {
  const { tracker, asked } = createTracker(fail('NETWORK_UNAVAILABLE', { network: 'Ethereum', reason: 'it is down' }))
  expect(await tracker.refreshPending(3)).toBe(0)
  expect(asked).toHaveLength(3)
})
