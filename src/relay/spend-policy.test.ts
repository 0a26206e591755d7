/** What a relayer signs is not in the journal, where a limit of a day is counted: such a limit is not passed in silence. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardAccounts } from '#app/policy/guard-accounts'
import type { Chain } from '#domain/chain/port'
import type { GasFees, Payload } from '#domain/payload'
import { noRules } from '#domain/policy/policy'
import type { Relay } from '#domain/relay/relay'
import type { Account, KeyAccounts, KeySigner } from '#domain/trade/accounts'
import { amount, blockNumber, evm, gas, hex, networkName, quoteId, seconds, wei } from '#domain/units'
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

/** Ticks a relayer once, whose key a policy with a limit of a day binds. */
async function tickUnder(symbol: string, networks = [network.name]) {
  const costs: bigint[] = []
  const key = {
    address: relayer,
    unlock: async () => undefined,
    sign: async ({ gasLimit }: Payload) => {
      costs.push(gasLimit * 90n)
      return { raw: hex('0x5e'), hash: hex(`0x${'5e'.repeat(32)}`) }
    },
  } as unknown as KeySigner
  const policy = { ...noRules, perDay: [{ token: { symbol }, limit: '1' }], path: '/keys/.policy.json' }
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 3,
  })
  const accounts = guardAccounts(
    {
      clock: { now: () => now },
      files: { find: () => [{ ...policy, stateDirectory: '/state', countsHere: true }], change: async () => [] },
      journal: async () => journal,
      entryOf: getNetworkEntry,
      bridges: async () => [],
      lock: (work) => work(),
    },
    { keySigner: () => key } as unknown as KeyAccounts,
  )
  const signer = accounts.signer({ kind: 'keystore', path: '/keys/relayer.json' } as unknown as Account)
  const chain = {
    network,
    head: async () => ({ number: blockNumber(10), hash: hex('0x01'), time: seconds(deadline) }),
    fees: async () => fees,
    nonces: async () => ({ latest: relay.nonce, pending: relay.nonce }),
    estimateGas: async () => gas(21_000n),
    broadcast: async () => [],
  } as unknown as Chain
  const failures: unknown[] = []
  const context = {
    clock: { now: () => now },
    chain: async () => chain,
    caps: new Map([[network.name, wei(10n ** 18n)]]),
    limits: { maxOfOwner: 3, replaceAfterSeconds: 24, cancels: true },
    signer,
    failed: (_: unknown, error: unknown) => void failures.push(error),
    relays: { listOpen: async () => [relay], addAttempt: async () => true, addObservations: async () => undefined },
  } as unknown as RelayContext
  await createRelayer(context).tick()
  const refusal = await signer.requireRelaying(networks).catch((error: unknown) => error)
  return { signed: costs.length, failures, refusal }
}

test('a key under a limit of a day of what gas is paid in signs for no relayer', async () => {
  const refused = {
    code: 'POLICY_VIOLATED',
    message: expect.stringContaining('cannot count the gas that a relayer pays'),
  }
  for (const symbol of ['ETH', 'WETH'])
    expect(await tickUnder(symbol)).toMatchObject({ signed: 0, failures: [refused], refusal: refused })
})

test('under a limit of another token, or of another network, it does', async () => {
  expect(await tickUnder('USDC')).toMatchObject({ signed: 1, failures: [], refusal: undefined })
  expect(await tickUnder('POL')).toMatchObject({ signed: 1, failures: [], refusal: undefined })
  expect(await tickUnder('POL', [networkName('polygon')])).toMatchObject({ refusal: { code: 'POLICY_VIOLATED' } })
})
