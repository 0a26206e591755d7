/**
 * A swap's very call was sent by another wallet with higher fees, mined, and took what was approved for it: nothing of the
 * approval is told as unused unless that call reverted, and the history does not call it failed before that is known.
 */
import { expect, test } from 'vitest'
import { type Conclusion, conclude } from '#domain/journal/evidence'
import { toHistoryEntry } from '#domain/journal/history'
import type { Intent } from '#domain/journal/swap'
import { amount, evm, gas, hex, nativeToken, networkName, seconds, type Wei, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'
import { findRecordedLeftover } from './recorded-leftover.ts'

const base = getNetworkEntry('base')
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const from = evm(`0x${'11'.repeat(20)}`)
const [first, ours, other, blockHash] = ['aa', 'ab', 'cc', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
  never,
]
const head = { number: 200, hash: blockHash, time: seconds(5_000) }
const look = { kind: 'look', at: seconds(5_000), endpoint: 'a', head } as const
const receipt = { status: 'success', block: 90, blockHash, gasUsed: gas(1n), feePaid: wei(1n) } as const
const approved = conclude(
  [{ hash: first, nonce: 6, kind: 'original' }],
  [{ ...look, hash: first, nonce: 8, seen: 'mined', receipt }],
  { finalDepth: 12 },
)
/** @param end how the same call ended; nothing if that is not known */
const swappedBy = (end: { readonly status?: 'success' | 'reverted'; readonly feePaid?: Wei }) =>
  conclude(
    [{ hash: ours, nonce: 7, kind: 'original' }],
    [
      { kind: 'broadcast', at: seconds(4_000), endpoint: 'a', hash: ours, outcome: 'accepted' },
      { ...look, hash: ours, nonce: 8, seen: 'absent' },
      {
        ...{
          kind: 'nonce-used',
          at: seconds(5_000),
          endpoint: 'a',
          hash: ours,
          head,
          by: other,
          block: 100,
          blockHash,
        },
        ...{ sameCall: true, ...end },
      },
    ],
    { finalDepth: 12, deadline: seconds(4_100) },
  )
const router = getRouter(base).address
const payload = { from, value: wei(0n), chainId: 8453, gasLimit: gas(1n), fees: { type: 0, gasPrice: wei(1n) } }
const token = { network: networkName('base'), symbol: 'USDC', address: usdc, decimals: 6, listed: true }
const intentOf = (swapped: Conclusion) =>
  ({
    ...{ id: 'e41f08aa-0000-4000-8000-000000000000', key: 'k', kind: 'swap', network: networkName('base') },
    ...{ from, stage: swapped.stage },
    trade: {
      ...{ sell: token, buy: { ...token, symbol: 'ETH', address: nativeToken, decimals: 18 } },
      ...{ sellAmount: amount(50_000_000n), quotedOut: amount(9n), minimumOut: amount(8n), to: from, deadline: 4_100 },
    },
    transactions: [
      {
        ...{ step: 'approve', hash: first, kind: 'original', nonce: 6, stage: approved.stage, conclusion: approved },
        ...{ payload: { ...payload, to: usdc, data: encodeApprove(router, amount(50_000_000n)) }, mined: receipt },
      },
      {
        ...{ step: 'swap', hash: ours, kind: 'original', nonce: 7, stage: swapped.stage, conclusion: swapped },
        payload: { ...payload, to: router, data: hex('0x12') },
      },
    ],
  }) as unknown as Intent

const left = 'The approval of 50 USDC that was sent for it was not used by it.'
test.each([
  ['success', { status: 'success', feePaid: wei(70n) }, undefined, { state: 'done', isSettled: true, gasPaid: 71n }],
  [
    'success, of an untold fee',
    { status: 'success' },
    undefined,
    { state: 'done', isSettled: true, gasPaid: undefined },
  ],
  ['reverted', { status: 'reverted', feePaid: wei(70n) }, left, { state: 'failed', isSettled: true, gasPaid: 71n }],
  ['unknown', {}, undefined, { state: 'open', isSettled: false, gasPaid: undefined }],
] as const)('the same call of another wallet, %s: what is left, and its line in the history', (_, end, words, line) => {
  const swapped = swappedBy(end)
  expect([approved.stage, swapped.stage, swapped.sent, swapped.isFinal]).toEqual(['confirmed', 'replaced', 'yes', true])
  expect(findRecordedLeftover(intentOf(swapped), [])?.words).toBe(words)
  expect(toHistoryEntry(intentOf(swapped))).toMatchObject(line)
})
