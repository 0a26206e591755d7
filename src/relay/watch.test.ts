import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Relay } from '#domain/relay/relay'
import { amount, evm, gas, hex, networkName, quoteId, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { RelayContext } from './context.ts'
import { watchOrder } from './watch.ts'

const network = getNetworkEntry('sandbox')
const [owner, relayer] = ['22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never]
const relay: Relay = {
  ...{
    id: 'order',
    quoteId: quoteId('6f6f3b52-3e3a-4b6e-9f0a-0d5a4f1e2c3b'),
    network: networkName('sandbox'),
    chainId: 31_337,
    relayer,
    owner,
  },
  ...{ signature: hex('0x12'), data: hex('0x34'), deadline: seconds(2_000), swapFee: amount(1n), nonce: 3 },
  ...{ createdAt: seconds(1_000), gasLimit: gas(300_000n), maxPrice: wei(9n), maxCancelPrice: wei(90n) },
  ...{ reserved: wei(2_700_000n), isOpen: true, attempts: [], observations: [] },
}

const market = { type: 2, maxFeePerGas: wei(5n), maxPriorityFeePerGas: wei(1n) } as const

/** What is written and signed for an order without a version whose simulation fails; the store knows this many. */
async function watch(versions: number): Promise<readonly string[]> {
  const done: string[] = []
  const chain = {
    network,
    simulate: async () => ({ ok: false, data: hex('0x'), reason: 'the nonce is used' }),
    estimateGas: async () => gas(21_000n),
    broadcast: async () => [],
  } as unknown as Chain
  const context = {
    clock: { now: () => seconds(1_001) },
    limits: { maxOfOwner: 3, replaceAfterSeconds: 24, cancels: true },
    quotes: { get: async () => ({ quote: { buy: { decimals: 6, symbol: 'USDC' } } }) },
    swaps: { find: async () => ({ id: 'order' }) },
    signer: { address: relayer, sign: async (_: unknown, store: (signed: object) => Promise<void>) => store({}) },
    relays: {
      find: async () => ({ ...relay, attempts: Array(versions).fill({}) }),
      updateRecord: async () => done.push('reason'),
      addAttempt: async (_: unknown, { kind }: { kind: string }) => done.push(kind) > 0,
    },
  } as unknown as RelayContext
  await watchOrder(context, { chain, market, now: seconds(1_001) }, relay)
  return done
}

test('an order that would fail is cancelled, and the record says why', async () => {
  expect(await watch(0)).toEqual(['reason', 'cancel'])
})

test('but not if another process signed it since it was read: what is pending has used its nonce', async () => {
  expect(await watch(1)).toEqual([])
})

test('what an order spent is all that was reserved for it if endpoints tell different fees', async () => {
  const hash = hex(`0x${'aa'.repeat(32)}`)
  const head = { number: 1_000, hash: hex(`0x${'0b'.repeat(32)}`), time: seconds(1_000) }
  const payload = { from: relayer, to: relayer, data: hex('0x'), value: wei(0n), chainId: 31_337, gasLimit: gas(1n) }
  const spentOf = async (...fees: readonly bigint[]) => {
    const ended: bigint[] = []
    const context = {
      relays: { finish: async (_: string, { spent }: { spent: bigint }) => void ended.push(spent) },
    } as unknown as RelayContext
    const receipt = { block: 900, blockHash: head.hash, gasUsed: gas(1n), status: 'success' as const }
    const observations = fees.map((fee, i) => ({
      ...{ kind: 'look' as const, at: seconds(1_000), endpoint: `${i}`, hash, head, nonce: 4, seen: 'mined' as const },
      receipt: { ...receipt, feePaid: wei(fee) },
    }))
    const attempt = { kind: 'cancel' as const, hash, raw: hex('0x'), payload: { ...payload, fees: market } }
    const filler = {
      ...relay,
      owner: relayer,
      data: hex('0x'),
      attempts: [{ ...attempt, signedAt: seconds(900) }],
      observations,
    }
    await watchOrder(context, { chain: { network } as Chain, market, now: seconds(1_001) }, filler)
    return ended
  }
  expect(await spentOf(700n, 700n)).toEqual([700n])
  expect(await spentOf(700n, 1n)).toEqual([2_700_000n])
})
