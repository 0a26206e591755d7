import { expect, test } from 'vitest'
import { conclude } from '#domain/journal/evidence'
import type { Observation } from '#domain/journal/observations'
import type { Intent, JournalTx, Step } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import { policyDaySeconds } from '#domain/policy/policy'
import { amount, evm, gas, hex, nativeToken, networkName, quoteId, seconds, wei } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'
import { dayStart, listDaySpends } from './day-spends.ts'

const now = seconds(1_800_000_000)
const since = dayStart(now)
const network = networkName('base')
const entry = getNetworkEntry('base')
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const foreign = evm(`0x${'f'.repeat(40)}`)
const block = { number: 100, hash: hex(`0x${'0b'.repeat(32)}`), time: seconds(now - 60) }
const fees = { type: 0, gasPrice: wei(2n) } as const
const payload: Payload = {
  from: evm(`0x${'1'.repeat(40)}`),
  to: foreign,
  data: hex('0x12345678'),
  value: wei(0n),
  chainId: entry.chainId,
  gasLimit: gas(1_000n),
  fees,
}

function sign(step: Step, byte: string, change: Partial<Payload> = {}, seen: readonly Observation[] = []): JournalTx {
  const hash = hex(`0x${byte.repeat(32)}`)
  const conclusion = conclude([{ hash, nonce: 7, kind: 'original' }], seen, {
    finalDepth: 10,
    deadline: seconds(now - 100),
  })
  const signedAt = seconds(now - 1_000)
  const version = { kind: 'original', payload: { ...payload, ...change }, raw: hex('0x00'), hash, signedAt } as const
  return {
    ...version,
    versions: [version],
    step,
    nonce: 7,
    stage: conclusion.stage,
    conclusion,
    observations: seen,
  }
}

const endpoint = 'a.example'
const looked = (version: string, status: 'success' | 'reverted', depth: number): Observation => ({
  kind: 'look',
  at: seconds(now - 10),
  endpoint,
  hash: hex(`0x${version.repeat(32)}`),
  head: { ...block, number: 100 + depth - 1 },
  nonce: 8,
  seen: 'mined',
  receipt: { status, block: 100, blockHash: block.hash, gasUsed: gas(500n), feePaid: wei(900n) },
})
const replacedBy = (depth: number): Observation => ({
  kind: 'nonce-used',
  at: seconds(now - 10),
  endpoint,
  hash: hex(`0x${'aa'.repeat(32)}`),
  head: { ...block, number: 100 + depth - 1 },
  by: hex(`0x${'cc'.repeat(32)}`),
  block: 100,
  blockHash: block.hash,
})
const voided: Observation = {
  kind: 'nonce-at',
  at: now,
  endpoint,
  hash: hex(`0x${'aa'.repeat(32)}`),
  block,
  nonce: 7,
  final: true,
}

function intentOf(...transactions: readonly JournalTx[]): Intent {
  const token = { network, symbol: 'X', decimals: 6, listed: true }
  return {
    id: 'one',
    key: 'one',
    kind: 'swap',
    network,
    chainId: entry.chainId,
    from: payload.from,
    stage: 'signed',
    trade: {
      quoteId: quoteId('7b3e91c4-0000-4000-8000-000000000000'),
      sell: { ...token, address: usdc },
      buy: { ...token, address: nativeToken },
      sellAmount: amount(5_000n),
      quotedOut: amount(1n),
      minimumOut: amount(1n),
      to: payload.from,
      deadline: seconds(now - 100),
    },
    transactions,
    timeline: [],
    createdAt: seconds(now - 2_000),
  }
}

const spends = (intent: Intent, signing?: { intent: string; step: Step }) =>
  listDaySpends([intent], { since, entryOf: () => entry, ...(signing === undefined ? {} : { signing }) }).map(
    ({ token, amount: spent }) => [token === nativeToken ? 'native' : token, spent],
  )

test('signed counts in full until the evidence says otherwise', () => {
  const full = [
    ['native', 2_000n],
    [usdc, 5_000n],
  ]
  expect(spends(intentOf(sign('swap', 'aa')))).toEqual(full)
  expect(spends(intentOf(sign('swap', 'aa', {}, [looked('aa', 'reverted', 9)])))).toEqual(full)
  expect(spends(intentOf(sign('swap', 'aa', {}, [replacedBy(9)])))).toEqual(full)
  expect(spends(intentOf(sign('swap', 'aa', {}, [looked('aa', 'success', 10)])))).toEqual([
    ['native', 900n],
    [usdc, 5_000n],
  ])
  expect(spends(intentOf(sign('swap', 'aa', {}, [looked('aa', 'reverted', 10)])))).toEqual([['native', 900n]])
  expect(spends(intentOf(sign('swap', 'aa', {}, [replacedBy(10)])))).toEqual([])
  const doneByAnother = { ...replacedBy(10), sameCall: true } as const
  expect(spends(intentOf(sign('swap', 'aa', {}, [doneByAnother])))).toEqual(full)
  expect(spends(intentOf(sign('swap', 'aa', {}, [voided])))).toEqual([])
})

test('of the versions of one step the dearest counts, of an approval and its swap one', () => {
  const dear = sign('swap', 'bb', { fees: { type: 0, gasPrice: wei(9n) } })
  const cheap = sign('swap', 'aa')
  const full = [
    ['native', 9_000n],
    [usdc, 5_000n],
  ]
  expect(spends(intentOf(dear, cheap))).toEqual(full)
  expect(spends(intentOf(cheap, dear))).toEqual(full)
  expect(spends(intentOf(cheap, dear), { intent: 'one', step: 'swap' })).toEqual([])
  expect(spends(intentOf(cheap, dear), { intent: 'two', step: 'swap' })).toEqual(full)

  const approval = sign('approve', 'dd', { to: usdc, data: encodeApprove(foreign, amount(5_000n)) })
  expect(spends(intentOf(approval))).toEqual(full.map(([token, raw]) => [token, token === usdc ? raw : 2_000n]))
  expect(spends(intentOf(approval, cheap))).toEqual([
    ['native', 2_000n],
    [usdc, 5_000n],
    ['native', 2_000n],
  ])
  expect(spends(intentOf(approval), { intent: 'one', step: 'swap' })).toEqual([['native', 2_000n]])
})

test('a day ends 24 hours after the signature', () => {
  const at = (age: number) => intentOf({ ...sign('swap', 'aa'), signedAt: seconds(now - age) })
  expect(policyDaySeconds).toBe(86_400)
  expect(spends(at(86_400))).toHaveLength(2)
  expect(spends(at(86_401))).toHaveLength(0)
})

test('what is under way counts with what was reserved for its L1 fee, as it may be taken', () => {
  const signed = sign('swap', 'aa')
  const [version] = signed.versions
  const onRollup: JournalTx = { ...signed, versions: [{ ...version, l1Fee: wei(700n) }] }
  expect(spends(intentOf(onRollup))).toEqual([
    ['native', 2_700n],
    [usdc, 5_000n],
  ])
})

test('a spend says which nonce it needs, unless others may take it whichever transaction has that nonce', () => {
  const approval = sign('approve', 'dd', { to: usdc, data: encodeApprove(foreign, amount(5_000n)) })
  const usesOf = (intent: Intent) =>
    listDaySpends([intent], { since, entryOf: () => entry }).map(({ token, by }) => [
      token === nativeToken ? 'native' : token,
      by,
    ])
  const by = { nonce: `base 0x${'1'.repeat(40)} 7`, intent: 'one' }
  expect(usesOf(intentOf(sign('swap', 'aa')))).toEqual([
    ['native', by],
    [usdc, by],
  ])
  expect(usesOf(intentOf(approval, { ...sign('swap', 'aa'), nonce: 8 }))).toEqual([
    ['native', by],
    [usdc, undefined],
    ['native', { ...by, nonce: `base 0x${'1'.repeat(40)} 8` }],
  ])
})

test('a final fee that endpoints tell differently counts as the highest possible one', () => {
  const [one, another] = [looked('aa', 'success', 10), looked('aa', 'success', 10)]
  if (another.kind !== 'look' || another.receipt === undefined) throw new Error('it is not mined')
  const lower = { ...another, endpoint: 'b.example', receipt: { ...another.receipt, feePaid: wei(1n) } }
  expect(spends(intentOf(sign('swap', 'aa', {}, [one, lower])))).toEqual([
    ['native', 2_000n],
    [usdc, 5_000n],
  ])
})
