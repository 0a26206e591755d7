import { expect, test } from 'vitest'
import type { TradeContext } from '#app/context'
import type { TransactionCheck } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import { conclude } from '#domain/journal/evidence'
import type { Observation } from '#domain/journal/observations'
import type { Intent } from '#domain/journal/swap'
import { hex } from '#domain/units'
import { refreshStep } from './refresh.ts'

const [hash, other] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const blockHash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const head = (number: number) => ({ number, hash: blockHash(number), time: number * 10 })
const deadline = 1_500
const attempts = [{ hash, nonce: 7, kind: 'original' }] as const

function toIntent(observations: readonly Observation[]): Intent {
  const conclusion = conclude(attempts, observations, { finalDepth: 12, deadline: deadline as never })
  const tx = {
    ...{ step: 'swap', nonce: 7, hash, stage: conclusion.stage, conclusion, observations },
    payload: { from: other, to: other },
    versions: [{ hash, kind: 'original', payload: { from: other } }],
  }
  return {
    ...{ id: 'one', kind: 'swap', trade: { deadline, buy: { address: other } }, transactions: [tx] },
  } as unknown as Intent
}

/** Endpoint `a` is honest, and shows it mined in block 140; `b` answers every question as it likes, slowly. */
async function refresh(slow: number, b: Partial<TransactionCheck>, nonceAt: readonly object[], user?: object) {
  let now = 2_000
  let stored: Observation[] = [{ kind: 'broadcast', at: 1_400, endpoint: 'a', hash, outcome: 'accepted' } as never]
  const receipt = { status: 'success', block: 140, blockHash: blockHash(140), logs: [], gasUsed: 1n, feePaid: 1n }
  const chain = {
    network: { wrapped: other },
    endpoints: ['a', 'b'],
    checkTransaction: async () => [
      { endpoint: 'a', head: head(200), nonce: 8, seen: 'mined', receipt },
      { endpoint: 'b', head: head(200), nonce: 7, seen: 'absent', ...b },
    ],
    balanceAt: async () => undefined,
    findNonceUser: async () => {
      now += slow
      return user
    },
    nonceAt: async () => {
      now += slow
      return nonceAt
    },
    traceRevert: async () => undefined,
    simulateAt: async () => undefined,
  } as unknown as Chain
  const context = {
    clock: { now: () => now },
    journal: {
      addObservations: async (_: string, __: string, more: readonly Observation[]) => {
        stored = [...stored, ...more]
        return toIntent(stored)
      },
    },
  } as unknown as TradeContext
  const after = await refreshStep(context, { chain, intent: toIntent(stored), step: 'swap' }, 'all')
  return after.transactions[0]?.conclusion
}

// `b` shows the block that no other has; its past state says that the nonce is free. `a` has pruned its states.
const free = [
  { endpoint: 'a', block: head(189), nonce: undefined },
  { endpoint: 'b', block: head(189), nonce: 7 },
]
test.each([0, 11])('not void while another endpoint shows it mined, if the answers take %i seconds', async (slow) => {
  expect(await refresh(slow, {}, free)).toMatchObject({ isFinal: false })
})

// `b` shows another block with it, and another transaction with its nonce
const lie = { endpoint: 'b', head: head(200), by: other, block: 139, blockHash: blockHash(999) }
const elsewhere = {
  ...{ seen: 'mined', nonce: 8 },
  receipt: { status: 'success', block: 139, blockHash: blockHash(999), logs: [], gasUsed: 1n, feePaid: 1n },
} as unknown as Partial<TransactionCheck>
test.each([0, 11])('not replaced while another shows it mined, if the answers take %i seconds', async (slow) => {
  expect(await refresh(slow, elsewhere, [], lie)).toMatchObject({ isFinal: false })
})
