/** What is signed counts towards the limit of a batch with its L1 fee, as it did while it was reserved. */
import { expect, test } from 'vitest'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import type { Intent } from '#domain/journal/swap'
import { sumGasCost } from '#domain/trade/batch/state'
import { evm, gas, hex, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const ether = 10n ** 18n
const account = evm(`0x${'a1'.repeat(20)}`)
const network = getNetworkEntry('optimism')
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)

test('a transaction under way counts with the L1 fee that may be taken for it', async () => {
  const l1Fee = ether / 1_000n
  let signed: object | undefined
  const transactions = () =>
    signed === undefined
      ? []
      : [
          {
            ...{
              ...signed,
              step: 'approve',
              versions: [{ ...signed, kind: 'original', signedAt: 1 }],
              observations: [],
            },
            conclusion: { stage: 'submitted', isFinal: false },
          },
        ]
  const chain = {
    network,
    read: async () => [word(l1Fee), word(l1Fee)],
    nonces: async () => ({ endpoint: 'a', head: { number: 1, hash: word(1n), time: 1 }, latest: 7, pending: 7 }),
    broadcast: async () => [],
  } as unknown as Chain
  const context = {
    clock: { now: () => seconds(1_000) },
    lock: { withLock: (_: number, __: string, work: () => Promise<unknown>) => work() },
    journal: {
      find: async () => ({ id: 'it', transactions: transactions() }),
      highestNonce: async () => undefined,
      recordSigned: async (_: string, tx: object) => {
        signed = tx
      },
      addObservations: async () => undefined,
    },
  }
  const signer = {
    address: account,
    unlock: async () => undefined,
    sign: async (_: unknown, store: (one: object) => Promise<void>) => store({ raw: '0x02', hash: word(2n) }),
  }
  const fees = { type: 2, maxFeePerGas: wei(10n ** 7n), maxPriorityFeePerGas: wei(10n ** 6n) } as const
  const to = evm(`0x${'b2'.repeat(20)}`)
  const payload = { from: account, to, data: hex('0x01'), value: wei(0n), chainId: 10, gasLimit: gas(60_000n), fees }
  const gasBudget = { maxPrice: network.maxGasPrice, maxCost: wei(ether / 100n), of: 'call' as const }
  const transaction = { chain, intent: { id: 'it', transactions: [] }, step: 'approve', payload, signer, gasBudget }
  const dialogue = { tell: () => undefined }
  const intent = await signAndSend(context as never, transaction as never, dialogue)
  expect(sumGasCost(intent as Intent)).toBeGreaterThanOrEqual(60_000n * 10n ** 7n + l1Fee)
})
