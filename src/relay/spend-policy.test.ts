/** A limit of a day binds a relayer's key as any other one: what it signed for orders before counts. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardAccounts } from '#app/policy/guard-accounts'
import type { Chain } from '#domain/chain/port'
import type { GasFees, Payload } from '#domain/payload'
import { noRules } from '#domain/policy/policy'
import type { Relay } from '#domain/relay/relay'
import type { Account, KeyAccounts, KeySigner } from '#domain/trade/accounts'
import { amount, blockNumber, evm, gas, hex, quoteId, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { temporaryDirectory } from '#test/store/temporary-directory'
import type { RelayContext } from './context.ts'
import { createRelayer } from './relayer.ts'

const network = getNetworkEntry('sandbox')
const [owner, relayer] = [evm(`0x${'22'.repeat(20)}`), evm(`0x${'33'.repeat(20)}`)]
const deadline = 1_800_000_600
const now = seconds(deadline + 1)
const relay: Relay = {
  ...{ id: 'order', quoteId: quoteId('6f6f3b52-3e3a-4b6e-9f0a-0d5a4f1e2c3b'), network: network.name },
  ...{ chainId: network.chainId, relayer, owner, signature: hex('0x12'), data: hex('0x34') },
  ...{ deadline: seconds(deadline), swapFee: amount(1n), nonce: 3, createdAt: seconds(deadline - 600) },
  ...{ gasLimit: gas(300_000n), maxPrice: wei(9n), maxCancelPrice: wei(90n), reserved: wei(2_700_000n) },
  ...{ isOpen: true, attempts: [], observations: [] },
}
const fees: GasFees = { type: 2, maxFeePerGas: wei(90n), maxPriorityFeePerGas: wei(90n) }

test('what a relayer signed today counts towards a limit of a day', async () => {
  const costs: bigint[] = []
  const key = {
    address: relayer,
    unlock: async () => undefined,
    sign: async ({ gasLimit }: Payload) => {
      costs.push(gasLimit * 90n)
      return { raw: hex('0x5e'), hash: hex(`0x${'5e'.repeat(32)}`) }
    },
  } as unknown as KeySigner
  const limit = '0.000000000003' // 3,000,000 wei: one cancellation of 1,890,000 or more, not two
  const policy = { ...noRules, perDay: [{ token: { symbol: 'ETH' }, limit }], path: '/keys/.policy.json' }
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 3,
  })
  const accounts = guardAccounts(
    {
      clock: { now: () => now },
      files: { find: () => [{ ...policy, stateDirectory: '/state', countsHere: true }], save: () => [] },
      journal: async () => journal,
      entryOf: getNetworkEntry,
      bridges: async () => [],
      lock: (work) => work(),
    },
    { keySigner: () => key } as unknown as KeyAccounts,
  )
  const tick = async (one: Relay): Promise<void> => {
    const chain = {
      network,
      head: async () => ({ number: blockNumber(10), hash: hex('0x01'), time: seconds(deadline) }),
      fees: async () => fees,
      nonces: async () => ({ latest: one.nonce, pending: one.nonce }),
      estimateGas: async () => gas(21_000n),
      broadcast: async () => [],
    } as unknown as Chain
    const context = {
      clock: { now: () => now },
      chain: async () => chain,
      caps: new Map([[network.name, wei(10n ** 18n)]]),
      limits: { maxOfOwner: 3, replaceAfterSeconds: 24, cancels: true },
      signer: accounts.signer({ kind: 'keystore', path: '/keys/relayer.json' } as unknown as Account),
      failed: (_: unknown, error: unknown) => {
        throw error
      },
      relays: { listOpen: async () => [one], addAttempt: async () => true, addObservations: async () => undefined },
    } as unknown as RelayContext
    await createRelayer(context).tick()
  }
  await tick(relay)
  expect(costs.length).toBe(1)
  expect(2n * (costs[0] ?? 0n)).toBeGreaterThan(3_000_000n)
  await tick({ ...relay, id: 'another', nonce: 4 }).catch(() => undefined)
  expect(costs.length).toBe(1)
})
