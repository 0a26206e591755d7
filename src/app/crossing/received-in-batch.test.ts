/** Who pays for a bridge may pay several deposits in one transaction: each crossing received its own payment alone. */
import { expect, test } from 'vitest'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import type { Bridge, BridgeDeposit } from '#domain/crossing/bridge'
import { amount, evm, hex, networkName, noBytes, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { trackCrossing } from './track.ts'

const [hash, payment, blockHash] = ['11', '22', '33'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
]
const [ethereum, base] = ['ethereum', 'base'].map((name) => getNetworkEntry(networkName(name)))
const [token, recipient, payer] = ['aa', 'bb', 'cc'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]
const deposit: BridgeDeposit = {
  ...{
    id: 1n,
    at: seconds(1),
    asset: token,
    amount: amount(101n),
    toChainId: 8453,
    toAsset: token,
    paid: amount(100n),
  },
  ...{ receiver: recipient, refundTo: undefined, deadline: undefined, message: noBytes },
}
const bridge = {
  ...{ name: 'across', title: 'Across', findDeposit: () => deposit, listRoutes: () => [], listRecoveries: () => [] },
  track: async () => ({ state: 'success', deposit, payment }),
} as unknown as Bridge

const paid = (units: bigint) => ({
  address: token,
  topics: [transferTopic, hex(`0x${addressWord(payer)}`), hex(`0x${addressWord(recipient)}`)],
  data: hex(`0x${word(units)}`),
})

async function receivedBy(logs: readonly object[]) {
  const receipt = { status: 'success', logs, block: 10, blockHash }
  const chain = async (name: string) =>
    ({
      network: name === 'ethereum' ? ethereum : base,
      receipt: async () => receipt,
      head: async () => ({ number: 1_000, time: 1 }),
      allReadsWithBlock: async () => [{ block: { number: 1_000, time: 1 }, answers: [] }],
      nonceAt: async (_: string, number: number) => [{ nonce: 0, block: { number, hash: blockHash, time: 1 } }],
      checkTransaction: async () => [{ receipt }],
    }) as unknown as Chain
  const { state, received } = await trackCrossing({ chain, bridges: [bridge] }, networkName('ethereum'), hash)
  expect(state.state).toBe('success')
  return received?.amount
}

test('a payment alone in its transaction', async () => {
  expect(await receivedBy([paid(100n)])).toBe(100n)
})

test('a payment beside that of another deposit of the same recipient', async () => {
  expect(await receivedBy([paid(5_000n), paid(100n)])).toBe(100n)
})

test('a payment in a transaction that also takes from the recipient is still told', async () => {
  const taken = { ...paid(300n), topics: [paid(0n).topics[0], paid(0n).topics[2], paid(0n).topics[1]] }
  expect(await receivedBy([paid(100n), taken])).toBe(100n)
})

test('a payment that no transfer shows is unknown', async () => {
  expect(await receivedBy([paid(5_000n)])).toBeUndefined()
})
