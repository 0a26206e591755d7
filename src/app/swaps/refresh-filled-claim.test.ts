/** A reported order whose own transaction reverted, filled by another's, that left a claim on the other network. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const [reverted, fill, blockHash, retried] = ['aa', 'cc', 'bb', 'dd'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
  never,
]
const network = getNetworkEntry('ethereum')

test.each([
  ['its crossing', { fillHash: fill }, undefined],
  ['its reason, as older ones have', {}, `another transaction filled its order: ${fill}`],
])('a claim left by another’s fill is looked at by that fill, which a record has in %s', async (_, known, reason) => {
  const asked: string[] = []
  const record = {
    ...{ id: 'swap', status: 'partial', substatus: 'confirmed', network: 'ethereum', transactionHash: reverted },
    ...{ buy: evm(`0x${'22'.repeat(20)}`), to: evm(`0x${'33'.repeat(20)}`), gasless: true, timeline: [], nonce: 7 },
    ...{ mined: { block: 101, blockHash, gasUsed: 1n, feePaid: 1n }, deadline: 1000 },
    ...{ reason, crossing: { toChainId: 8453, hasOpenClaim: true, ...known } },
  } as unknown as SwapRecord
  const context = {
    chain: async () => ({ network }) as Chain,
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
    crossing: {
      // As the real one: a reverted source transaction is `error`; by the fill, the claim was delivered meanwhile.
      track: async (_: string, hash: string) => {
        asked.push(hash)
        const state = hash === fill ? { state: 'success', payment: retried } : { state: 'error' }
        return { state } as unknown as TrackedCrossing
      },
    },
  } as unknown as SwapsContext
  expect(await refreshSwap(context, record)).toMatchObject({
    ...{ status: 'success', transactionHash: reverted },
    crossing: { toChainId: 8453, toTransactionHash: retried, fillHash: fill },
    reason: `another transaction filled its order: ${fill}`,
  })
  expect(asked).toEqual([fill])
})
