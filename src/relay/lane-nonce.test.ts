/** Where a lane goes on: not on a nonce that the account signed for itself, as for a refill. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import { evm, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { RelayContext } from './context.ts'
import { syncLane } from './lane-nonce.ts'

const network = getNetworkEntry('ethereum')
const fillerId = '00000001-0000-4000-8000-000000000000'
const relayer = evm(`0x${'99'.repeat(20)}`)

interface LaneNonces {
  readonly latest: number
  /** Of the lane; the store never goes below `ownEnd` and the last order. */
  readonly next: number
  readonly ownEnd: number
  /** The nonces that ended orders had. */
  readonly orders?: readonly number[]
}

/** No endpoint shows what waits. */
async function sync({ latest, next, ownEnd, orders = [] }: LaneNonces) {
  const done: string[] = []
  const chain = {
    ...{ network, nonces: async () => ({ latest, pending: latest }), balance: async () => 10n ** 18n },
    allNonces: async () => [{ latest, pending: latest }],
    broadcast: async ({ raw }: { readonly raw: string }) => {
      done.push(`sent ${raw}`)
      return []
    },
  } as unknown as Chain
  const status = (nextNonce: number) => ({ nextNonce, ownEnd, open: 0 })
  const context = {
    ...{ signer: { address: relayer }, caps: new Map([[network.name, wei(10n ** 18n)]]), uuid: () => fillerId },
    clock: { now: () => 1 },
    relays: {
      laneStatus: async () => status(next),
      openLane: async (_: unknown, nonce: number) => status(Math.max(nonce, ownEnd, ...orders.map((one) => one + 1))),
      findByNonce: async (_: unknown, nonce: number) =>
        orders.includes(nonce)
          ? { id: `${nonce}`, attempts: [{ raw: `order ${nonce}`, hash: '0x' }], observations: [] }
          : undefined,
      fillGap: async (_: unknown, nonce: number) => void done.push(`filled ${nonce}`),
      addObservations: async () => undefined,
    },
  } as unknown as RelayContext
  const outcome = await syncLane(context, chain).then(
    ({ nextNonce }) => nextNonce,
    ({ details }) => details.reason,
  )
  return { outcome, done }
}

test('a transaction of its own that no endpoint shows may still be mined: nothing else takes its nonce', async () => {
  const { outcome, done } = await sync({ latest: 4, next: 5, ownEnd: 5 })
  expect(outcome).toContain('a transaction under way that is no order')
  expect(done).toEqual([])
})

test('once it is mined the lane goes on after it', async () => {
  expect(await sync({ latest: 5, next: 5, ownEnd: 5 })).toEqual({ outcome: 5, done: [] })
  expect(await sync({ latest: 7, next: 5, ownEnd: 5 })).toEqual({ outcome: 7, done: [] })
})

test('the order before it is sent again, and a nonce after it is filled, but not its own', async () => {
  expect((await sync({ latest: 3, next: 5, ownEnd: 5, orders: [3] })).done).toEqual(['sent order 3'])
  expect((await sync({ latest: 5, next: 7, ownEnd: 5, orders: [6] })).done).toEqual(['filled 5', 'sent order 6'])
})
