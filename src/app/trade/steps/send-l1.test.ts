/** Where the chain takes an L1 fee, it is a part of what a transaction costs: the last check before a signature counts it. */
import { expect, test } from 'vitest'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { sumGasCost } from '#domain/trade/batch/state'
import { evm, gas, hex, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const ether = 10n ** 18n
const account = evm(`0x${'a1'.repeat(20)}`)
const network = getNetworkEntry('optimism')
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)

/** Whether it was signed; the oracle tells `l1Fee` for these bytes, and one more for a longer text. */
async function sign(l1Fee: bigint, step: 'cross' | 'claim' | 'approve', checkNonce?: (nonce: number) => void) {
  let signed: object | undefined
  const transactions = () => {
    if (signed === undefined) return []
    const versions = [{ ...signed, kind: 'original', signedAt: 1 }]
    return [{ ...signed, step, versions, observations: [], conclusion: { stage: 'submitted', isFinal: false } }]
  }
  const chain = {
    network,
    read: async () => [word(l1Fee), word(l1Fee)],
    balance: async () => wei(10n * ether),
    nonces: async () => ({ endpoint: 'a', head: { number: 1, hash: word(1n), time: 1 }, latest: 7, pending: 7 }),
    allNonces: async () => [{ endpoint: 'a', head: { number: 1, hash: word(1n), time: 1 }, latest: 7, pending: 7 }],
    broadcast: async () => [],
  } as unknown as Chain
  const context = {
    clock: { now: () => seconds(1_000) },
    lock: { withLock: (_: number, __: string, work: () => Promise<unknown>) => work() },
    journal: {
      find: async () => ({ id: 'it', transactions: transactions() }),
      highestNonce: async () => undefined,
      bindTrade: async () => undefined,
      recordSigned: async (_: string, tx: object) => {
        signed = tx
      },
      addObservations: async () => undefined,
    },
  }
  const signer = {
    address: account,
    unlock: async () => undefined,
    sign: async (_: unknown, store: (bytes: object) => Promise<void>) => store({ raw: '0x02', hash: word(2n) }),
  }
  const fees = { type: 2, maxFeePerGas: wei(10n ** 7n), maxPriorityFeePerGas: wei(10n ** 6n) } as const
  const to = evm(`0x${'b2'.repeat(20)}`)
  const payload = { from: account, to, data: hex('0x01'), value: wei(0n), chainId: 10, gasLimit: gas(300_000n), fees }
  // --max-gas 0.01: the gas itself costs at most 0.000003
  const gasBudget = { maxPrice: network.maxGasPrice, maxCost: wei(ether / 100n), of: 'swap' as const }
  const transaction = { chain, intent: { id: 'it', transactions: [] }, step, payload, signer, gasBudget }
  const outcome = await signAndSend(context as never, transaction as never, {
    tell: () => undefined,
    ...(checkNonce && { checkNonce }),
  }).then(
    (intent) => ({ intent }),
    (failure: unknown) => ({ failure }),
  )
  return { isSigned: signed !== undefined, ...outcome }
}

test('gas and L1 fee within the limit are signed', async () => {
  expect(await sign(ether / 1_000n, 'cross')).toMatchObject({ isSigned: true })
})

test.each(['cross', 'claim', 'approve'] as const)('a %s whose L1 fee is 20 times its limit is not', async (step) => {
  expect(await sign(ether / 5n, step)).toMatchObject({ isSigned: false, failure: { code: 'GAS_ABOVE_LIMIT' } })
})

test('nor is anything with a nonce that is refused', async () => {
  const asked: number[] = []
  const refuse = (nonce: number) => {
    asked.push(nonce)
    throw new Error('too high')
  }
  expect(await sign(0n, 'approve', refuse)).toMatchObject({ isSigned: false, failure: { message: 'too high' } })
  expect(asked).toEqual([7])
})

test('what is signed counts in a batch with its L1 fee, as while that was reserved', async () => {
  const signed = await sign(ether / 1_000n, 'approve')
  const cost = sumGasCost('intent' in signed ? signed.intent : undefined)
  expect(cost).toBeGreaterThanOrEqual(300_000n * 10n ** 7n + ether / 1_000n)
})
