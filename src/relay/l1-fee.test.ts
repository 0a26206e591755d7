/** What the chain takes for bytes may have risen since the order was accepted, and no field of a transaction limits it. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Payload } from '#domain/payload'
import { maxCostOf } from '#domain/payload'
import type { Relay } from '#domain/relay/relay'
import { amount, evm, gas, hex, quoteId, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { getNetworkEntry } from '#networks/find'
import { createSignedOrder } from '#test/relay/order-sample'
import type { RelayContext } from './context.ts'
import { limitCost } from './price.ts'
import { watchOrder } from './watch.ts'

const network = getNetworkEntry('base')
const router = getRouter(network).address
const [relayer, owner] = ['7e', 'a1'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never]
const call = createSignedOrder(network.chainId, router, owner)
const data = encodeOrderCall(call)
const deadline = seconds(1_700_000_000)
const market = { type: 2, maxFeePerGas: wei(10n ** 8n), maxPriorityFeePerGas: wei(10n ** 6n) } as const

/** A chain whose oracle asks this much for each byte. */
const chainOf = (perByte: bigint) =>
  ({
    network,
    fees: async () => market,
    estimateGas: async () => gas(21_000n),
    simulate: async () => ({ ok: true, data: hex(`0x${'00'.repeat(32)}`) }),
    read: async (reads: readonly { data: string }[]) =>
      reads.map((read) => hex(`0x${(perByte * BigInt(read.data.length / 2)).toString(16).padStart(64, '0')}`)),
    broadcast: async () => [],
  }) as unknown as Chain

const accept = async (perByte: bigint): Promise<Relay> => ({
  ...{ network: network.name, chainId: network.chainId, relayer, id: 'id', owner, signature: call.signature, data },
  ...{ quoteId: quoteId('7b3e91c4-0000-4000-8000-000000000000'), deadline, swapFee: amount(0n) },
  ...(await limitCost(chainOf(perByte), {
    gas: { model: 200_000n, limitFor: (need) => gas((need * 112n) / 100n) },
    worth: wei(200_000n * 160_000_000n + 3_000n * perByte),
    call: { from: relayer, to: router, data, value: wei(0n) },
    estimate: gas(200_000n),
  })),
  ...{ createdAt: seconds(1), nonce: 0, isOpen: true, attempts: [], observations: [] },
})

/** What is signed for an order at an L1 fee so many times that of its acceptance. */
async function sign(what: 'fill' | 'cancel', perByte: bigint, times: bigint) {
  const signed: Payload[] = []
  const context = {
    clock: { now: () => deadline },
    limits: { maxOfOwner: 3, replaceAfterSeconds: 24, cancels: true },
    quotes: { get: async () => ({ quote: { buy: {} } }) },
    relays: { find: async () => undefined, addAttempt: async () => false },
    signer: { sign: async ({ payload }: { payload: Payload }) => void signed.push(payload) },
  } as unknown as RelayContext
  const relay = await accept(perByte)
  const now = seconds(what === 'fill' ? deadline - 300 : deadline + 1)
  await watchOrder(context, { chain: chainOf(perByte * times), market, now }, relay)
  return { relay, payload: signed[0] }
}

const perByte = 10n ** 9n

test.each(['fill', 'cancel'] as const)('no %s is signed that may cost more than what is reserved', async (what) => {
  expect((await sign(what, perByte, 1n)).payload).toBeDefined()
  expect((await sign(what, perByte, 1_000n)).payload).toBeUndefined()
})

test('the price per gas gives way to a higher L1 fee, as long as a block would still take it', async () => {
  const before = await sign('fill', 10n ** 10n, 1n)
  const after = await sign('fill', 10n ** 10n, 6n)
  if (before.payload === undefined || after.payload === undefined) throw new Error('nothing is signed')
  expect(maxCostOf(after.payload)).toBeLessThan(maxCostOf(before.payload))
  expect(maxCostOf(after.payload)).toBeLessThan(after.relay.reserved)
})

test('a cancellation has few bytes: it goes out where the order could not any more', async () => {
  expect((await sign('fill', 10n ** 10n, 10n)).payload).toBeUndefined()
  expect((await sign('cancel', 10n ** 10n, 10n)).payload).toBeDefined()
})
