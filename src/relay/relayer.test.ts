import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { GasFees } from '#domain/payload'
import type { Relay } from '#domain/relay/relay'
import { amount, blockNumber, evm, gas, hex, quoteId, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { RelayContext } from './context.ts'
import { createRelayer } from './relayer.ts'

const network = getNetworkEntry('sandbox')
const [owner, relayer] = [evm(`0x${'22'.repeat(20)}`), evm(`0x${'33'.repeat(20)}`)]
const acceptedAt = 1_800_000_000
const deadline = acceptedAt + 600
const relay: Relay = {
  ...{ id: 'order', quoteId: quoteId('6f6f3b52-3e3a-4b6e-9f0a-0d5a4f1e2c3b'), network: network.name },
  ...{ chainId: network.chainId, relayer, owner, signature: hex('0x12'), data: hex('0x34') },
  ...{ deadline: seconds(deadline), swapFee: amount(1n), nonce: 3, createdAt: seconds(acceptedAt) },
  ...{ gasLimit: gas(300_000n), maxPrice: wei(9n), maxCancelPrice: wei(90n), reserved: wei(2_700_000n) },
  ...{ isOpen: true, attempts: [], observations: [] },
}
const fees: GasFees = { type: 2, maxFeePerGas: wei(90n), maxPriorityFeePerGas: wei(90n) }

/** What is signed for an open order at our time, when the endpoint states a head of its own. */
async function signedAt(now: number, headTime: number): Promise<readonly string[]> {
  const signed: string[] = []
  const chain = {
    network,
    head: async () => ({ number: blockNumber(10), hash: hex('0x01'), time: seconds(headTime) }),
    fees: async () => fees,
    nonces: async () => ({ latest: 3, pending: 3 }),
    estimateGas: async () => gas(21_000n),
    simulate: async () => ({ ok: true, data: hex(`0x${'0'.repeat(64)}`), reason: '' }),
    broadcast: async () => [],
  } as unknown as Chain
  const context = {
    clock: { now: () => seconds(now) },
    chain: async () => chain,
    caps: new Map([[network.name, wei(10n ** 18n)]]),
    limits: { maxOfOwner: 3, replaceAfterSeconds: 24, cancels: true },
    signer: { address: relayer, sign: async (_: unknown, store: (made: object) => Promise<void>) => store({}) },
    failed: (_: unknown, error: unknown) => {
      throw error
    },
    relays: {
      listOpen: async () => [relay],
      addAttempt: async (_: unknown, { kind }: { kind: string }) => signed.push(kind) > 0,
      addObservations: async () => undefined,
    },
  } as unknown as RelayContext
  await createRelayer(context).tick()
  return signed
}

test('an order is cancelled once its deadline has passed by our clock', async () => {
  expect(await signedAt(deadline, deadline)).toEqual([])
  expect(await signedAt(deadline + 1, deadline)).toEqual(['cancel'])
})

test('no head of tomorrow, which one endpoint states, cancels an open order', async () => {
  expect(await signedAt(acceptedAt + 10, acceptedAt + 86_400)).toEqual([])
})
