import { expect, test } from 'vitest'
import { readBalanceGain } from '#app/trade/steps/received'
import type { Chain, Receipt } from '#domain/chain/port'
import type { Intent, JournalTx } from '#domain/journal/swap'
import { type Address, evm, hex, nativeToken } from '#domain/units'

const token = evm(`0x${'d0'.repeat(20)}`)
const account = evm(`0x${'a1'.repeat(20)}`)
const receipt = {
  block: 9,
  blockHash: hex(`0x${'0c'.repeat(32)}`),
  gasUsed: 1n,
  feePaid: 7n,
  logs: [],
} as unknown as Receipt

/** The output of a swap of 100 wei for at least 50, from balances of 1,000 before and `after`. */
async function received(after: bigint | undefined, buy: Address = token, to: Address = account) {
  const chain = {
    network: { wrapped: evm(`0x${'e7'.repeat(20)}`) },
    balanceAt: async (_: Address, __: Address, block: number) => (block === 8 ? 1_000n : after),
  } as unknown as Chain
  const intent = { trade: { buy: { address: buy }, to, minimumOut: 50n } } as unknown as Intent
  const tx = { payload: { from: account, to: evm(`0x${'f0'.repeat(20)}`), value: 100n } } as unknown as JournalTx
  return readBalanceGain(chain, intent, { receipt, tx })
}

test('without a log, the amount is the balance gained in the block if that is at least the minimum', async () => {
  expect(await received(1_050n)).toBe(50n)
  expect(await received(1_049n)).toBeUndefined()
  expect(await received(900n)).toBeUndefined()
  expect(await received(undefined)).toBeUndefined()
})

test("for native currency, the sender's value and gas are not counted as a loss of the trade", async () => {
  expect(await received(1_000n - 107n + 60n, nativeToken)).toBe(60n)
  expect(await received(1_060n, nativeToken, evm(`0x${'b2'.repeat(20)}`))).toBe(60n)
})
