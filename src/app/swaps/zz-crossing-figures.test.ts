/**
 * RED. What is wrong: of a swap to another network the gas used and the fee are those of the endpoint in use alone, in its
 * final state too, though CHANGELOG says that figures of which two endpoints tell different ones are unknown. Swaps of one
 * network are compared (`observeMined`), crossings are not, and neither are orders that another filled (`toFilled`, and
 * `filledRecord` of the relayer).
 *
 * What a user loses: one dishonest endpoint has the service report any fee (`fees[]`, `effectiveGasPrice`) for good.
 *
 * Severity: low. Cause: src/app/swaps/refresh-swap.ts `observe` (hands the one receipt to `observeCrossing`), `toFilled`;
 * src/relay/record.ts `filledRecord`.
 */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const [hash, blockHash, payment] = ['aa', 'bb', 'dd'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
]

test('a fee of a crossing that endpoints tell differently is unknown once it has ended', async () => {
  const record = {
    ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash, nonce: 7 },
    ...{ buy: evm(`0x${'22'.repeat(20)}`), to: evm(`0x${'33'.repeat(20)}`), gasless: false, timeline: [] },
    ...{ from: evm(`0x${'11'.repeat(20)}`), deadline: 1_000, crossing: { toChainId: 8453 } },
  } as unknown as SwapRecord
  const head = { number: 500, time: 5_000 }
  const receipt = { status: 'success', block: 100, blockHash, logs: [], gasUsed: 1n, feePaid: 1n }
  const chain = {
    network: getNetworkEntry('ethereum'),
    receipt: async () => ({ ...receipt, feePaid: 999n }), // by the one in use
    head: async () => head,
    allNonces: async () => ['a', 'b', 'c'].map((endpoint) => ({ endpoint, head })),
    checkTransaction: async () =>
      [999n, 1n, 1n].map((feePaid, i) => ({
        endpoint: `node${i}`,
        seen: 'mined',
        head,
        receipt: { ...receipt, feePaid },
      })),
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => 5_000 },
    swaps: { update: async () => undefined },
    crossing: { track: async () => ({ state: { state: 'success', payment } }) as unknown as TrackedCrossing },
  } as unknown as SwapsContext
  const seen = await refreshSwap(context, record)
  expect(seen.status).toBe('success')
  expect(seen.mined).toEqual({ block: 100, blockHash, gasUsed: 1n })
})
