/** What became of a payment that was kept, on what the contracts said: `npm run test:crossing` records it. */
import { readFileSync } from 'node:fs'
import { id } from 'ethers'
import { expect, test } from 'vitest'
import { readDeposit } from '#bridges/across/deposit'
import type { BridgeReceipt } from '#domain/crossing/bridge'
import { evm, type Hex, hex, seconds } from '#domain/units'
import { crossingTopics } from '#encoding/contracts/crossing.gen'
import { readOutcome } from './read-outcome.ts'

const { partial } = JSON.parse(readFileSync('test/crossing/recorded.data.json', 'utf8'))
const [crossing, payment] = [evm(partial.crossing), hex(partial.payment)]
const receipts: readonly BridgeReceipt[] = [partial.sourceReceipt, partial.destinationReceipt]
const word = (n: bigint | number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)

/** @param closings transactions in which a claim of these words was closed, and the logs of each */
function outcome(open: bigint, closings: readonly BridgeReceipt['logs'][]) {
  const [deposit] = receipts[0]?.logs.flatMap((log) => readDeposit(log) ?? []) ?? []
  if (deposit === undefined) throw new Error('no deposit')
  const reader = {
    receipt: async (hash: Hex) => {
      const logs = closings[Number(hash) - 1]
      return logs === undefined ? receipts[1] : { status: 'success' as const, logs }
    },
    call: async () => word(open),
    logs: async (address: typeof crossing, [topic]: readonly (Hex | null)[]) => {
      expect([address, topic]).toEqual([crossing, crossingTopics.Closed])
      return closings.map((_, i) => ({ address, topics: [], data: hex('0x'), transaction: word(i + 1) }))
    },
    now: async () => seconds(0),
    blockNumber: async () => undefined,
  }
  return readOutcome({ deposit, payment, reader, crossing })
}

test('a closed claim was delivered by another try, unless its token went to the recipient', async () => {
  const open = await outcome(1n, [])
  if (open.state !== 'partial') throw new Error(open.state)
  expect(open).toMatchObject({ payment, isOpen: true })
  const { token, amount: held, delivery } = open.claim
  const { recipient, router } = delivery
  const send = (to: string, value: bigint, from: string = crossing, of: string = token) => ({
    address: evm(of),
    topics: [hex(id('Transfer(address,address,uint256)')), word(BigInt(from)), word(BigInt(to))],
    data: word(value),
    transaction: word(1),
  })
  const released = send(recipient, held)
  expect(await outcome(0n, [[released]])).toMatchObject({ state: 'partial', isOpen: false, payment })
  for (const logs of [
    [send(router, held)],
    [send(recipient, held + 1n)],
    [send(recipient, held, router)],
    [send(recipient, held, crossing, delivery.toAsset)],
  ])
    expect(await outcome(0n, [logs])).toMatchObject({ state: 'success', payment: word(1) })
  // of two with the same words, which was its own cannot be told
  expect(await outcome(0n, [[released], [send(router, held)]])).toMatchObject({ state: 'partial', isOpen: false })
  expect(await outcome(0n, [])).toMatchObject({ state: 'partial', isOpen: false })
  expect(await outcome(1n, [[send(router, held)]])).toMatchObject({ state: 'partial', isOpen: true })
})
