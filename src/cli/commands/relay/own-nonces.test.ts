/** A relayer's account never signs for itself far above its nonce, and a lane that was left there is freed. */
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import type { ResolvedLane } from './lane.ts'
import { boundNonces, findNextNonce, releaseOwnNonces } from './own-nonces.ts'

interface Ground {
  readonly latest?: number
  readonly pending?: number
  readonly ownEnd?: number
  readonly nextNonce?: number
  readonly isDraining?: boolean
  readonly open?: number
  /** What the account signed for itself. */
  readonly signed?: readonly { readonly step: string; readonly nonce: number; readonly isFinal?: boolean }[]
}

function prepare({ latest = 10, ownEnd = 1_001, isDraining = true, open = 0, signed = [], ...more }: Ground) {
  const { pending = latest, nextNonce = ownEnd } = more
  const released: number[] = []
  const transactions = signed.map(({ isFinal = false, ...tx }) => ({ ...tx, conclusion: { isFinal, depth: 0 } }))
  const context = {
    trader: async () => ({ readNonces: async () => ({ latest, pending }) }),
    journal: async () => ({ list: async () => [{ id: 'one', kind: 'swap', transactions }] }),
  } as unknown as Context
  const lane = {
    ...{ account: { name: 'hot', address: '0x' }, network: { name: 'base' }, lane: {} },
    status: { ownEnd, nextNonce, isDraining, open },
    relays: { releaseOwn: async (_: unknown, end: number) => released.push(end) > 0 },
  } as unknown as ResolvedLane
  return { context, lane, released }
}

test.each<[Ground, number]>([
  [{ latest: 10, ownEnd: 0, nextNonce: 10 }, 10],
  [{ latest: 10, pending: 11, ownEnd: 0, nextNonce: 10 }, 11],
  [{ latest: 9, ownEnd: 10, nextNonce: 10 }, 10], // the endpoints lag
  [{ latest: 10, ownEnd: 1_001 }, 10], // what was signed far above
])('%o goes on at %i', async (ground, next) => {
  const { context, lane } = prepare(ground)
  expect(await findNextNonce(context, lane)).toBe(next)
})

test('nothing is signed above the next nonce, which moves with each signature', () => {
  const nonces = boundNonces(prepare({}).lane, 10)
  expect(() => nonces.check(11)).toThrow('An endpoint of base names the nonce 11 for hot, whose next one is 10')
  nonces.check(10)
  nonces.pass(10)
  nonces.check(11)
  expect(() => nonces.check(1_000)).toThrow('whose next one is 11')
})

const far = { step: 'approve', nonce: 1_000 } as const

test('nonces far above its own are given up', async () => {
  for (const signed of [[far], [{ ...far, step: 'swap', isFinal: true }]]) {
    const { context, lane, released } = prepare({ signed })
    await releaseOwnNonces(context, lane)
    expect(released).toEqual([10])
  }
})

test.each<[why: string, ground: Ground, says: string]>([
  ['whose lane takes orders', { signed: [far], isDraining: false }, 'is in use'],
  ['whose lane has open orders', { signed: [far], open: 1 }, 'is in use: 1 open orders'],
  ['without such nonces', { signed: [far], ownEnd: 10 }, 'has no nonce above its own'],
  ['of another journal', { signed: [] }, 'does not have what was signed with nonce 1000'],
  ['while one is next', { signed: [far, { step: 'approve', nonce: 10 }] }, 'may still be mined with nonce 10'],
  ['while a sale is not void', { signed: [{ ...far, step: 'swap' }] }, 'may still be mined with nonce 1000'],
])('but not of an account %s', async (_, ground, says) => {
  const { context, lane, released } = prepare(ground)
  await expect(releaseOwnNonces(context, lane)).rejects.toThrow(says)
  expect(released).toEqual([])
})
