/** Where the chain takes an L1 fee, it is a part of what a transaction costs: the last check before a signature counts it. */
import { expect, test } from 'vitest'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { evm, gas, hex, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const ether = 10n ** 18n
const account = evm(`0x${'a1'.repeat(20)}`)
const network = getNetworkEntry('optimism')
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)

/** Whether it was signed; the oracle tells `l1Fee` for these bytes, and one more for a longer text. */
async function sign(l1Fee: bigint, step: 'cross' | 'claim' | 'approve') {
  let isSigned = false
  const intent = { id: 'it', transactions: [] }
  const chain = {
    network,
    read: async () => [word(l1Fee), word(l1Fee)],
    balance: async () => wei(10n * ether),
    nonces: async () => ({ endpoint: 'a', head: { number: 1, hash: word(1n), time: 1 }, latest: 7, pending: 7 }),
    broadcast: async () => [],
  } as unknown as Chain
  const context = {
    clock: { now: () => seconds(1_000) },
    lock: { withLock: (_: number, __: string, work: () => Promise<unknown>) => work() },
    journal: {
      find: async () =>
        isSigned
          ? { ...intent, transactions: [{ step, versions: [{ raw: '0x', hash: '0x' }], observations: [] }] }
          : intent,
      highestNonce: async () => undefined,
      bindTrade: async () => undefined,
      recordSigned: async () => undefined,
      addObservations: async () => undefined,
    },
  }
  const signer = {
    address: account,
    unlock: async () => undefined,
    sign: async (_: unknown, store: (signed: object) => Promise<void>) => {
      isSigned = true
      await store({ raw: '0x02', hash: word(2n) })
    },
  }
  const fees = { type: 2, maxFeePerGas: wei(10n ** 7n), maxPriorityFeePerGas: wei(10n ** 6n) } as const
  const to = evm(`0x${'b2'.repeat(20)}`)
  const payload = { from: account, to, data: hex('0x01'), value: wei(0n), chainId: 10, gasLimit: gas(300_000n), fees }
  // --max-gas 0.01: the gas itself costs at most 0.000003
  const gasBudget = { maxPrice: network.maxGasPrice, maxCost: wei(ether / 100n), of: 'swap' as const }
  const transaction = { chain, intent, step, payload, signer, gasBudget }
  const failure = await signAndSend(context as never, transaction as never, { tell: () => undefined }).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { isSigned, failure }
}

test('gas and L1 fee within the limit are signed', async () => {
  expect(await sign(ether / 1_000n, 'cross')).toMatchObject({ isSigned: true })
})

test.each(['cross', 'claim', 'approve'] as const)('a %s whose L1 fee is 20 times its limit is not', async (step) => {
  expect(await sign(ether / 5n, step)).toMatchObject({ isSigned: false, failure: { code: 'GAS_ABOVE_LIMIT' } })
})
