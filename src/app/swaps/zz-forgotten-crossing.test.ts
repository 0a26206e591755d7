/**
 * RED. What is wrong: a record that was seen mined, and whose deposit is on its way, is concluded from nothing else once no
 * endpoint serves its receipt any more: `observeUnmined` does not look at `record.mined`.
 * 1. A signed order (gasless) becomes `expired` as soon as a final block is later than its deadline, which it is 15 minutes
 *    after any order was filled: one endpoint that forgot the receipt, or a lagging node behind one address, is enough.
 * 2. A crossing of its sender's own becomes `error`, `replaced`, if two endpoints have nothing of it and its nonce is used, as
 *    it is: by this very transaction.
 * Both are final: nobody looks again. A crossing waits for hours or days (a burn «can be completed at any later time»), and
 * nodes that prune receipts keep them for hours on fast networks (`pruned-nodes.test.ts` is about such nodes).
 *
 * What a user loses: the service says that the swap failed («Its deadline has passed and no node has it», «Another transaction
 * used its nonce») though its tokens were deposited and are paid on the other network: who believes it sells twice, and what
 * is left to be completed or claimed is in no record that anybody follows.
 *
 * Severity: high (false failure of a crossing, and of a swap that was mined while the service was away).
 * Cause: src/app/swaps/refresh-swap.ts `observeUnmined` (the last `return … expired`) and `observeNonceUser` (`isGone`).
 * Mend: a record with `mined` is never ended without a receipt; keep its status and its facts, with the substatus `unknown`.
 */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const [hash, blockHash] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const network = getNetworkEntry('ethereum')
const deadline = 1_000
const mined = { block: 100, blockHash, gasUsed: 1n, feePaid: 1n }

const record = (more: object) =>
  ({
    ...{
      id: 'swap',
      network: 'ethereum',
      transactionHash: hash,
      from: evm(`0x${'11'.repeat(20)}`),
      nonce: 7,
      deadline,
    },
    ...{ buy: evm(`0x${'22'.repeat(20)}`), to: evm(`0x${'33'.repeat(20)}`), timeline: [], mined, reason: undefined },
    ...{ status: 'bridging', substatus: 'mined', gasless: false, crossing: { toChainId: 8453, toNetwork: 'base' } },
    ...more,
  }) as unknown as SwapRecord

/** Hours later: these endpoints have pruned the transaction and its receipt, and the states of its time. */
async function refreshForgotten(of: SwapRecord, endpoints: readonly string[]): Promise<SwapRecord> {
  const head = { number: 20_000, time: 90_000 }
  const chain = {
    network,
    receipt: async () => undefined,
    head: async () => head,
    allNonces: async () => endpoints.map((endpoint) => ({ endpoint, head })),
    checkTransaction: async () => endpoints.map((endpoint) => ({ endpoint, seen: 'absent', head, nonce: 8 })),
    nonceAt: async (_: string, number: number) =>
      endpoints.map(() => ({ nonce: 8, block: { number, time: head.time - 200 } })),
    findNonceUser: async () => undefined,
    findTransaction: async () => undefined,
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => 90_000 },
    swaps: { update: async () => undefined },
    crossing: {
      track: async () => {
        throw new Error('its receipt is gone')
      },
    },
  } as unknown as SwapsContext
  return refreshSwap(context, of)
}

test.each([
  ['a signed order, by one endpoint', { gasless: true }, ['node0']],
  ['a signed order, by two', { gasless: true }, ['node0', 'node1']],
  ['a transaction of its sender', {}, ['node0', 'node1']],
])('a deposit that is on its way has not failed because its receipt is forgotten: %s', async (_, more, endpoints) => {
  const seen = await refreshForgotten(record(more), endpoints)
  expect(['pending', 'bridging']).toContain(seen.status)
  expect(['expired', 'replaced']).not.toContain(seen.substatus)
})

test('nor has a swap that was mined while the service was away', async () => {
  const swap = { status: 'pending', substatus: 'mined', crossing: undefined }
  expect((await refreshForgotten(record(swap), ['node0', 'node1'])).status).toBe('pending')
})
