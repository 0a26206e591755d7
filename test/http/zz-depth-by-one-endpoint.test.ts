/**
 * WRONG: a service takes how deep a block is from the head of the one endpoint in use, which alone may claim any height.
 * LOST: a revert one block deep is recorded as the end for good; who swaps again has swapped twice after a reorganization.
 */
import { expect, test } from 'vitest'
import type { SwapsContext } from '#app/swaps/context'
import { refreshSwap } from '#app/swaps/refresh-swap'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('ethereum')
const [hash, blockHash] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const [token, recipient, seller] = ['22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [
  never,
  never,
  never,
]
const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
  ...{ from: seller, buy: token, to: recipient, gasless: false, timeline: [], nonce: 7, deadline: 1000 },
} as unknown as SwapRecord

/** The record after a look at block 100, which is the newest of the other endpoint; the one in use claims a higher head. */
function refresh(status: 'success' | 'reverted'): Promise<SwapRecord> {
  const receipt = { status, block: 100, blockHash, gasUsed: 1n, feePaid: 1n, logs: [] }
  const look = (number: number) => ({ seen: 'mined', head: { number }, receipt })
  const chain = {
    network,
    receipt: async () => receipt,
    head: async () => ({ number: 100 + network.confirmations }),
    checkTransaction: async () => [look(100 + network.confirmations), look(100)],
    transactions: async () => [],
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
  } as unknown as SwapsContext
  return refreshSwap(context, record)
}

test.each(['success', 'reverted'] as const)(
  'a %s that only one endpoint’s head makes deep is not final',
  async (end) => {
    expect((await refresh(end)).status).toBe('pending')
  },
)
