/** Orders of a relayer whose key this process does not have: nothing is signed, and what becomes of them is told. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Relay } from '#domain/relay/relay'
import { hex, networkName, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { signedCrossing } from '#test/crossing/signed-sample'
import type { FollowContext } from './context.ts'
import { createFollower } from './follow.ts'

const network = getNetworkEntry('ethereum')
const late = 2_000_000_000

/** Nothing was signed for it; its nonce is free, at block 400 of one endpoint. */
const order = {
  ...{ id: 'order', quoteId: 'quote', network: network.name, data: signedCrossing('crossing'), attempts: [] },
  ...{
    owner: '0x22',
    relayer: '0x33',
    observations: [],
    createdAt: seconds(late - 900),
    deadline: seconds(late - 600),
  },
} as unknown as Relay

async function follow(now: number, { status = 'pending', time = now, served = ['ethereum'] } = {}) {
  const stored: unknown[] = []
  const chain = {
    network,
    allReadsWithBlock: async () => [{ block: { number: 400, time }, answers: [hex(`0x${'0'.repeat(64)}`)] }],
    nonceAt: async (_: string, number: number) => [{ block: { number, time } }],
  } as unknown as Chain
  const context = {
    clock: { now: () => seconds(now) },
    chain: async () => chain,
    crossQuotes: { find: async () => ({ quote: { gasless: { block: 90 } } }) },
    swaps: { find: async () => ({ id: 'order', status, relayed: true, timeline: [] }) },
    relays: {
      listOpenElsewhere: async () => [order],
      updateRecord: async ({ status: is, substatus, updatedAt }: Record<string, unknown>) =>
        stored.push([is, substatus, updatedAt]),
      finish: async () => stored.push('ended'),
    },
    failed: (_: unknown, error: unknown) => stored.push(error),
  } as unknown as FollowContext
  await createFollower(context, { own: [], networks: served.map(networkName) }).tick()
  return stored
}

test('an order that nothing was signed for has expired once its nonce is free after its deadline; it stays open', async () => {
  expect(await follow(late)).toEqual([['expired', 'expired', late]])
})

test.each<[why: string, more: { status?: string; time?: number; served?: string[] }, now: number]>([
  ['before its deadline', {}, late - 700],
  ['while no block after its deadline is final', { time: 1 }, late],
  ['that has ended', { status: 'expired' }, late],
  ['of a network that is not served', { served: ['base'] }, late],
])('nothing is told of an order %s', async (_, more, now) => {
  expect(await follow(now, more)).toEqual([])
})
