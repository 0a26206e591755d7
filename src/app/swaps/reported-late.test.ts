/**
 * When a swap was reported says nothing of when it was mined: most nodes may have pruned its receipt long before, and the one
 * that still has it need not answer each time.
 */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { amount, evm, gas, hex, nativeToken, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwapCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { recordSwap } from './record-swap.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('ethereum')
const owner = evm(`0x${'a1'.repeat(20)}`)
const [hash, blockHash] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const head = { number: 30_000, time: 1_000_000 }
const now = 1_000_000
const data = encodeSwapCall(
  {
    ...{
      tokenIn: nativeToken,
      tokenOut: network.wrapped,
      amountIn: amount(10n ** 18n),
      minimumOut: amount(10n ** 18n),
    },
    ...{ recipient: owner, deadline: seconds(now - 170_000), affiliate: undefined, wrapped: network.wrapped },
  },
  [],
)
const call = { hash, from: owner, to: getRouter(network).address, data, value: wei(10n ** 18n), nonce: 7 }
const receipt = { status: 'success', block: 15_000, blockHash, logs: [], gasUsed: gas(1n), feePaid: wei(1n) }

test('a mined swap has not failed because the only node that still has it does not answer for a moment', async () => {
  const archive: { isUp: boolean } = { isUp: true }
  const pruned = ['b', 'c']
  const chain = {
    network,
    findTransaction: async () =>
      archive.isUp
        ? { transaction: { ...call, gasLimit: gas(9n), block: 15_000 }, receipt, isProven: true }
        : undefined,
    head: async () => head,
    receipt: async () => undefined, // by the endpoint in use, a pruned one
    allNonces: async () => pruned.map((endpoint) => ({ endpoint, head })),
    checkTransaction: async () => pruned.map((endpoint) => ({ endpoint, seen: 'absent', head, nonce: 8 })),
    nonceAt: async (_: string, number: number) =>
      pruned.map(() => ({ nonce: 8, block: { number, time: head.time - 144 } })),
    findNonceUser: async () => undefined, // older than 600 blocks, and their states are pruned
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    uuid: () => 'swap',
    clock: { now: () => now },
    quotes: { findByPayload: async () => [] },
    swaps: { put: async (one: SwapRecord) => one, update: async () => undefined },
  } as unknown as SwapsContext
  const found = await recordSwap(context, chain, hash)
  expect(found).toMatchObject({ isStored: true, record: { status: 'pending' } })
  archive.isUp = false
  const { status, substatus } = await refreshSwap(context, found?.record as SwapRecord)
  expect(`${status} ${substatus}`).not.toBe('error replaced')
})
