/**
 * WRONG: the service has shown a swap in a block, with what it brought; two endpoints agreed. Then one of them is silent for a
 * moment, and the other one lies: no transaction, and the nonce free in a final block after the deadline. The record ends for good
 * as `expired`: «it can no longer happen». To end it as `replaced` without its nonce's user takes two endpoints, and that it was
 * never seen in a block (`isGone`); to end it as `expired` takes one endpoint, whatever was seen.
 * LOSS: who goes by the record sells once more; a final record is never looked at again.
 * CAUSE: src/app/swaps/observe-unmined.ts:68 (`isLate && nonces.length > 0 ? expired`: neither `looks.length` nor `wasMined`).
 */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, gas, hex, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('ethereum')
const [hash, blockHash] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const from = evm(`0x${'11'.repeat(20)}`)
const receipt = { status: 'success', block: 995, blockHash, logs: [], gasUsed: gas(1n), feePaid: wei(1n) }

/** @param shown by each endpoint that answers */
function refresh(of: SwapRecord, shown: readonly ('mined' | 'absent')[], now: number) {
  const head = { number: now / 10, time: now }
  const chain = {
    network,
    head: async () => head,
    receipt: async () => (shown[0] === 'mined' ? receipt : undefined),
    allNonces: async () => shown.map((_, i) => ({ endpoint: `${i}`, head })),
    checkTransaction: async () =>
      shown.map((seen, i) => ({
        ...{ endpoint: `${i}`, head, seen, nonce: seen === 'mined' ? 8 : 7 },
        ...(seen === 'mined' ? { receipt } : {}),
      })),
    nonceAt: async (_: string, number: number) =>
      shown.map((seen) => ({ nonce: seen === 'mined' ? 8 : 7, block: { number, time: number * 10 } })),
    findNonceUser: async () => undefined,
  } as unknown as Chain
  const context = { chain: async () => chain, clock: { now: () => now }, swaps: { update: async () => undefined } }
  return refreshSwap(context as unknown as SwapsContext, of)
}

test('a swap that was shown in a block is not expired by the word of the one endpoint that answers', async () => {
  const reported = {
    ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
    ...{ buy: from, to: from, from, gasless: false, timeline: [], nonce: 7, deadline: 10_100, createdAt: 9_900 },
  } as unknown as SwapRecord
  const mined = await refresh(reported, ['mined', 'mined'], 10_000)
  expect(mined).toMatchObject({ status: 'pending', substatus: 'mined', mined: { block: 995 } })
  const silent = await refresh(mined, ['absent'], 11_000) // the other one does not answer
  expect.soft(silent.status).not.toBe('expired')
  expect(await refresh(silent, ['mined', 'mined'], 12_000)).toMatchObject({ status: 'success' })
})
