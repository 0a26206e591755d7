import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const [hash, blockHash] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const [token, recipient] = ['22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never]
const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
  ...{ buy: token, to: recipient, gasless: false, timeline: [] },
} as unknown as SwapRecord

/** Ethereum, whose transactions are final after 12 blocks; `tracked` is what the crossing of block 100 is said to be. */
function refresh(of: SwapRecord, seen: { readonly status: string; readonly head: number; readonly tracked?: string }) {
  const receipt = { status: seen.status, block: 100, blockHash, logs: [], gasUsed: 1n, feePaid: 1n }
  const chain = {
    network: getNetworkEntry('ethereum'),
    receipt: async () => receipt,
    head: async () => ({ number: seen.head }),
    transactions: async () => [],
  } as unknown as Chain
  const tracked = { state: { state: seen.tracked } } as unknown as TrackedCrossing
  const context = {
    chain: async () => chain,
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
    crossing: { track: async () => tracked },
  } as unknown as SwapsContext
  return refreshSwap(context, of)
}

test.each([
  ['reverted', 100, 'pending', 'reverted'],
  ['reverted', 110, 'pending', 'reverted'],
  ['reverted', 111, 'error', 'reverted'],
  ['success', 110, 'pending', 'mined'],
  ['success', 111, 'success', 'confirmed'],
])('%s in block 100 is, at block %i, %s and %s', async (status, head, state, substatus) => {
  expect(await refresh(record, { status, head })).toMatchObject({ status: state, substatus })
})

test('a mined crossing that an endpoint calls reverted is not ended by it', async () => {
  const crossing = { ...record, crossing: { toChainId: 8453 } }
  const seen = { status: 'success', head: 111, tracked: 'error' }
  expect(await refresh(crossing, seen)).toMatchObject({ status: 'pending', substatus: 'mined' })
})
