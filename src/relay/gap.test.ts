/** What uses the nonce of an order again whose block a chain forgot. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import { evm, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { RelayContext } from './context.ts'
import { fillGap } from './gap.ts'

const network = getNetworkEntry('ethereum')
const relayer = evm(`0x${'99'.repeat(20)}`)

test('the nonce of an order that ended by its fill is used by that fill again, not by a later cancellation', async () => {
  const sent: string[] = []
  const chain = {
    ...{ network, balance: async () => 10n ** 18n },
    broadcast: async ({ raw }: { readonly raw: string }) => {
      sent.push(raw)
      return []
    },
  } as unknown as Chain
  const block = { number: 200, hash: '0xb', time: 1 }
  const receipt = { block: 100, blockHash: '0xa', status: 'success', gasUsed: 1n }
  const ended = {
    id: 'order',
    attempts: [
      { kind: 'original', raw: 'the fill', hash: '0x1' },
      { kind: 'cancel', raw: 'the cancellation', hash: '0x2' },
    ],
    observations: ['a', 'b'].map((endpoint) => ({
      ...{ kind: 'look', at: 1, endpoint, hash: '0x1', head: block, nonce: 4, seen: 'mined', receipt },
    })),
  }
  const context = {
    ...{ signer: { address: relayer }, caps: new Map([[network.name, wei(10n ** 18n)]]) },
    clock: { now: () => 1 },
    relays: {
      laneStatus: async () => ({ nextNonce: 4, ownEnd: 0, open: 0 }),
      findByNonce: async () => ended,
      addObservations: async () => undefined,
    },
  } as unknown as RelayContext
  await fillGap(context, chain, { first: 3, end: 4 })
  expect(sent).toEqual(['the fill'])
})
