/** Another wallet of the same key may send the very call of a crossing, with higher fees: that one deposits. */
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { fail } from '#domain/errors'
import { conclude } from '#domain/journal/evidence'
import type { Intent } from '#domain/journal/swap'
import { evm, gas, hex, networkName, seconds, wei } from '#domain/units'
import { endCrossing, findCrossingSource } from './status.ts'

const [ours, other, blockHash] = ['aa', 'cc', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const head = { number: 200, hash: blockHash, time: seconds(5_000) }
const conclusion = conclude(
  [{ hash: ours, nonce: 7, kind: 'original' }],
  [
    { kind: 'broadcast', at: seconds(4_000), endpoint: 'a', hash: ours, outcome: 'accepted' },
    { kind: 'look', at: seconds(5_000), endpoint: 'a', hash: ours, head, nonce: 8, seen: 'absent' },
    {
      ...{ kind: 'nonce-used', at: seconds(5_000), endpoint: 'a', hash: ours, head, by: other, block: 100, blockHash },
      sameCall: true,
    },
  ],
  { finalDepth: 12, deadline: seconds(4_100) },
)
const from = evm(`0x${'11'.repeat(20)}`)
const payload = {
  ...{ from, to: from, data: hex('0x12'), value: wei(0n), chainId: 8453, gasLimit: gas(1n) },
  fees: { type: 0, gasPrice: wei(1n) },
}
const tx = { step: 'cross', hash: ours, kind: 'original', nonce: 7, stage: conclusion.stage, conclusion, payload }
const intent = {
  ...{ id: 'e41f08aa-0000-4000-8000-000000000000', key: 'k', kind: 'cross', network: networkName('base') },
  ...{ from, stage: conclusion.stage, transactions: [tx] },
} as unknown as Intent

test('a crossing whose very call another wallet sent is followed by that transaction', () => {
  expect(conclusion).toMatchObject({ stage: 'replaced', sent: 'yes', isFinal: true })
  expect(findCrossingSource(intent)).toEqual({ network: 'base', hash: other })
})

test('a crossing that was cancelled here, and whose call another wallet sent, is followed too', () => {
  const cancelled = { ...intent, transactions: [{ ...tx, kind: 'cancel' }] } as unknown as Intent
  expect(findCrossingSource(cancelled)).toEqual({ network: 'base', hash: other })
})

test.each([
  ['another call used the nonce', { ...conclusion, replacedBy: { hash: other, block: 100, blockHash } }, 'original'],
  ['it was cancelled', { ...conclusion, stage: 'cancelled', replacedBy: undefined }, 'cancel'],
])('nothing was deposited: %s', (_, ended, kind) => {
  const transactions = [{ ...tx, kind, stage: ended.stage, conclusion: ended }]
  expect(findCrossingSource({ ...intent, transactions } as unknown as Intent)).toBeUndefined()
})

test('its end is asked for by its name, and what is refused names the transaction that deposited', async () => {
  const refused = fail('NO_ACCOUNT', {})
  const context = {
    journal: async () => ({ find: async () => intent }),
    interruption: { setConclusion: () => undefined, setIntent: () => undefined },
    accounts: async () => {
      throw refused
    },
  } as unknown as Context
  const ended = await endCrossing(context, intent.id, { action: 'retry', maxGas: undefined }).catch((error) => error)
  expect([ended.code, ended.context]).toEqual(['NO_ACCOUNT', { sent: true, swapId: intent.id, txHash: other }])
})
