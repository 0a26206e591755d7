import { expect, test } from 'vitest'
import { conclude } from '#domain/journal/evidence'
import { sumHistory, toHistoryEntry } from '#domain/journal/history'
import type { Observation } from '#domain/journal/observations'
import type { Intent, JournalTx, Stage, Step } from '#domain/journal/swap'
import { amount, evm, gas, hex, nativeToken, networkName, quoteId, seconds, wei } from '#domain/units'

const network = networkName('base')
const from = evm(`0x${'1'.repeat(40)}`)
const token = (symbol: string, address: string) => ({
  network,
  symbol,
  address: evm(address),
  decimals: 6,
  listed: true,
})
const usdc = token('USDC', `0x${'a'.repeat(40)}`)
const ether = { ...token('ETH', nativeToken), decimals: 18 }

let made = 0

function signed(step: Step, outcome: 'success' | 'reverted' | 'waiting', depth = 12, received?: bigint): JournalTx {
  made += 1
  const hash = hex(`0x${made.toString(16).padStart(64, '0')}`)
  const blockHash = hex(`0x${'0b'.repeat(32)}`)
  const facts = { block: 50, blockHash, gasUsed: gas(10n), feePaid: wei(700n) }
  const head = { number: 50 + depth - 1, hash: blockHash, time: seconds(1_000) }
  const seen: Observation = { kind: 'look', at: seconds(1_000), endpoint: 'a', hash, head, nonce: 1, seen: 'waiting' }
  const received2 = received === undefined ? {} : { received: amount(received) }
  const mined = {
    ...seen,
    seen: 'mined',
    receipt: { ...facts, status: outcome === 'waiting' ? 'success' : outcome, ...received2 },
  } as const
  const observations = [outcome === 'waiting' ? seen : mined]
  const conclusion = conclude([{ hash, nonce: 0, kind: 'original' }], observations, { finalDepth: 12 })
  const payload = {
    from,
    to: from,
    data: hex('0x'),
    value: wei(0n),
    chainId: 8453,
    gasLimit: gas(20n),
    fees: { type: 0, gasPrice: wei(70n) },
  } as const
  const version = { kind: 'original', payload, raw: hex('0x'), hash, signedAt: seconds(900) } as const
  return {
    ...version,
    versions: [version],
    step,
    nonce: 0,
    stage: conclusion.stage,
    conclusion,
    observations,
    ...(outcome === 'waiting' ? {} : { mined: facts }),
  }
}

function intentOf(transactions: readonly JournalTx[], bought?: bigint): Intent {
  const stage: Stage = transactions.at(-1)?.stage ?? 'declined'
  const trade = {
    quoteId: quoteId('7b3e91c4-0000-4000-8000-000000000000'),
    sell: usdc,
    buy: ether,
    sellAmount: amount(3_000_000n),
    quotedOut: amount(20_000n),
    minimumOut: amount(19_000n),
    to: from,
    deadline: seconds(2_000),
    ...(bought === undefined ? {} : { bought: amount(bought) }),
  }
  return {
    id: 'i',
    key: 'k',
    kind: 'swap',
    network,
    chainId: 8453,
    from,
    stage,
    trade,
    transactions,
    timeline: [],
    createdAt: seconds(800),
  }
}

const done = intentOf([signed('approve', 'success'), signed('swap', 'success', 12, 20_010n)], 20_010n)
const shallow = intentOf([signed('swap', 'success', 3, 19_990n)], 19_990n)
const reverted = intentOf([signed('swap', 'reverted')])
const waiting = intentOf([signed('swap', 'waiting')])
const declined = intentOf([])

test('an entry says what was traded and paid, and whether that is final', () => {
  const show = (intent: Intent) => {
    const { state, isSettled, gasPaid, vsQuotePpm } = toHistoryEntry(intent)
    return [state, isSettled, gasPaid, vsQuotePpm]
  }
  expect(show(done)).toEqual(['done', true, 1_400n, 500])
  expect(show(shallow)).toEqual(['done', false, 700n, -500])
  expect(show(reverted)).toEqual(['failed', true, 700n, undefined])
  const undoable = intentOf([signed('swap', 'reverted', 3)]) // the chain may still mine it with success
  expect(show(undoable)).toEqual(['open', false, 700n, undefined])
  expect(show(waiting)).toEqual(['open', false, 0n, undefined])
  expect(show(declined)).toEqual(['unsigned', true, 0n, undefined])
  expect(show({ ...waiting, transactions: [signed('approve', 'success')], stage: 'declined' })).toEqual([
    'unsigned',
    true,
    700n,
    undefined,
  ])
})

test('totals count what was mined with success, and all gas', () => {
  const totals = sumHistory([done, shallow, reverted, waiting, declined].map(toHistoryEntry))
  expect(totals).toEqual({
    done: 2,
    unsettled: 2,
    tokens: [
      { token: usdc, sold: 6_000_000n, bought: 0n, quoted: 0n, vsQuotePpm: undefined },
      { token: ether, sold: 0n, bought: 40_000n, quoted: 40_000n, vsQuotePpm: 0 },
    ],
    gas: [{ network, paid: 2_800n, isComplete: true }],
  })
  expect(sumHistory([])).toEqual({ done: 0, unsettled: 0, tokens: [], gas: [] })
})

test('gas of which endpoints tell different fees is unknown, and totals say that they are incomplete', () => {
  const [tx] = reverted.transactions
  if (tx?.mined === undefined) throw new Error('it is not mined')
  const { feePaid: _, ...rest } = tx.mined
  const untold = toHistoryEntry(intentOf([signed('approve', 'success'), { ...tx, mined: rest }]))
  expect(untold.gasPaid).toBeUndefined()
  expect(sumHistory([untold, toHistoryEntry(done)]).gas).toEqual([{ network, paid: 1_400n, isComplete: false }])
  expect(sumHistory([toHistoryEntry(done), untold]).gas).toEqual([{ network, paid: 1_400n, isComplete: false }])
})

test('one transaction that two intents have signed counts once', () => {
  const again = { ...done, id: 'another' }
  expect(sumHistory([done, again].map(toHistoryEntry))).toEqual(sumHistory([toHistoryEntry(done)]))
})
