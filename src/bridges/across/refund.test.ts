/** What repaid an expired deposit, on a deposit that Across's own pool logged; its hub: `npm run test:crossing`. */
import { readFileSync } from 'node:fs'
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import type { BridgeLog, BridgeReceipt, CrossingReader } from '#domain/crossing/bridge'
import { evm, type Hex, hex, seconds } from '#domain/units'
import { depositedTopic, readDeposit } from './deposit.ts'
import { refundedTopic } from './refund.ts'
import { trackCrossing } from './track.ts'

const { success } = JSON.parse(readFileSync('test/crossing/recorded.data.json', 'utf8'))
const receipt: BridgeReceipt = success.sourceReceipt
const [deposit] = receipt.logs.flatMap((log) => readDeposit(log) ?? [])
if (deposit === undefined) throw new Error('no deposit')
const [repaid, pool] = [hex(`0x${'77'.repeat(32)}`), evm(success.sourcePool)]
const event = new Interface([
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])
const { data, topics } = event.encodeEventLog('ExecutedRelayerRefundRoot', [
  ...[0, 1, [deposit.amount], 1, 1, deposit.asset, [deposit.refundTo], false, pool],
])
const log: BridgeLog = { address: pool, topics: topics.map(hex), data: hex(data), transaction: repaid }

/** @param shown the receipt of what repaid */
function track(shown: BridgeReceipt | undefined) {
  const reader: CrossingReader = {
    receipt: async (hash) => (hash === repaid ? shown : receipt),
    call: async () => hex(`0x${'0'.repeat(64)}`),
    logs: async (_, [topic]) => (topic === refundedTopic ? [log] : topic === depositedTopic ? receipt.logs : []),
    now: async () => seconds(deposit === undefined ? 0 : deposit.deadline + 1),
    blockNumber: async () => undefined,
  }
  return trackCrossing(success.deposit as Hex, {
    source: { chainId: 1, spokePool: pool, reader },
    destination: { chainId: 8453, spokePool: evm(success.destinationPool), reader },
    crossing: evm(success.crossing),
  })
}

test('a deposit is repaid by a transaction that has a receipt, not by a log alone', async () => {
  expect(await track({ status: 'success', logs: [log] })).toMatchObject({ state: 'refunded', refund: repaid })
  expect(await track(undefined)).toMatchObject({ state: 'expired' })
  expect(await track({ status: 'success', logs: [] })).toMatchObject({ state: 'expired' })
})
