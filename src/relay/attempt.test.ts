import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Relay } from '#domain/relay/relay'
import { amount, evm, gas, hex, quoteId, seconds, type Wei, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { signAndSend } from './attempt.ts'
import type { RelayContext } from './context.ts'

const relayer = evm(`0x${'7e'.repeat(20)}`)
const network = getNetworkEntry('sandbox')
const relay: Relay = {
  ...{
    network: network.name,
    chainId: network.chainId,
    relayer,
    id: 'id',
    quoteId: quoteId('7b3e91c4-0000-4000-8000-000000000000'),
    owner: relayer,
  },
  ...{ signature: hex('0x'), data: hex('0x'), deadline: seconds(9), swapFee: amount(1n), createdAt: seconds(1) },
  ...{ gasLimit: gas(210_000n), maxPrice: wei(10n), maxCancelPrice: wei(100n), reserved: wei(2_100_000n) },
  ...{ nonce: 0, isOpen: true, attempts: [], observations: [] },
}

/** The gas limit of a cancellation that is signed at this estimate, price and L1 fee. */
async function cancel(estimate: bigint, price: bigint, l1Fee = 0n): Promise<bigint> {
  let limit = 0n
  const context = {
    relays: { addAttempt: async () => false },
    signer: {
      sign: async ({ payload }: { payload: { gasLimit: bigint } }) => {
        limit = payload.gasLimit
      },
    },
  } as unknown as RelayContext
  const chain = { network, estimateGas: async () => gas(estimate) } as unknown as Chain
  await signAndSend(context, chain, relay, {
    ...{ do: 'cancel', fees: { type: 0, gasPrice: price as Wei }, l1Fee: wei(l1Fee) },
  })
  return limit
}

test('a cancellation never costs more than what is reserved, whatever gas a transfer takes', async () => {
  expect(await cancel(21_000n, 100n)).toBe(21_000n)
  expect(await cancel(40_000n, 10n)).toBe(48_000n)
  expect(await cancel(40_000n, 50n)).toBe(42_000n)
  expect(await cancel(40_000n, 50n, 50_000n)).toBe(41_000n)
  await expect(cancel(40_000n, 50n, 150_000n)).rejects.toMatchObject({ code: 'GASLESS_NOT_AVAILABLE' })
  await expect(cancel(40_000n, 100n)).rejects.toMatchObject({ code: 'GASLESS_NOT_AVAILABLE' })
})
