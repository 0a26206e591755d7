/** Which nonce follows from what several endpoints show, and from what this machine has signed. */
import { expect, test } from 'vitest'
import { chooseNonce } from '#app/trade/steps/nonces'
import { evm, hex, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const from = evm(`0x${'a1'.repeat(20)}`)
const hash = hex(`0x${'11'.repeat(32)}`)
const now = seconds(1_800_000_000)

/** Of an endpoint: its head, and the next nonce counting mined and pending transactions. */
type Shown = readonly [head: number, latest: number, pending: number]

interface Case {
  readonly shown: readonly Shown[]
  /** Nonces of this journal that may be at a node. */
  readonly held?: readonly number[]
  /** The highest that was signed lately. */
  readonly signed?: number
  readonly named?: number
}

async function choose({ shown, held = [], signed, named }: Case) {
  const told: unknown[] = []
  let asked = 0
  const answers = shown.map(([number, latest, pending], i) => ({
    ...{ endpoint: 'abc'[i], head: { number, hash, time: now }, latest, pending },
  }))
  const chain = {
    network: getNetworkEntry('base'),
    allNonces: async () => {
      asked += 1
      return answers
    },
  }
  const holding = (nonce: number) => ({
    ...{ kind: 'approve', id: 'i' },
    transactions: [{ nonce, conclusion: { isFinal: false, sent: 'yes' } }],
  })
  const context = {
    clock: { now: () => now, sleep: async () => undefined },
    journal: {
      highestNonce: async () => signed,
      findByNonce: async (_: string, __: string, nonce: number) => (held.includes(nonce) ? [holding(nonce)] : []),
    },
  }
  const choice = { chain, payload: { from }, nonce: named }
  const found = await chooseNonce(context as never, choice as never, { tell: (one) => void told.push(one) }).catch(
    (error) => ({ nonce: error.message as string, seen: undefined }),
  )
  return { nonce: found.nonce, by: found.seen?.endpoint, told, asked }
}

const nextOf = { told: [], asked: 1 }
test.each<[string, Case, object]>([
  ['the only endpoint counts', { shown: [[9, 4, 6]] }, { ...nextOf, nonce: 6, by: 'a' }],
  [
    'what waits at both',
    {
      shown: [
        [9, 4, 6],
        [9, 4, 6],
      ],
    },
    { ...nextOf, nonce: 6 },
  ],
  [
    'an invented one is refuted at the same height',
    {
      shown: [
        [9, 54, 54],
        [9, 4, 4],
      ],
    },
    { ...nextOf, nonce: 4, by: 'b' },
  ],
  [
    'two of three have reached it',
    {
      shown: [
        [9, 54, 54],
        [8, 3, 3],
        [9, 4, 5],
      ],
    },
    { ...nextOf, nonce: 5, by: 'c' },
  ],
  ['what was signed lately is passed', { shown: [[9, 4, 4]], signed: 5, held: [4, 5] }, { ...nextOf, nonce: 6 }],
  [
    'what was signed long ago and waits at one',
    {
      shown: [
        [9, 4, 5],
        [9, 4, 4],
      ],
      held: [4],
    },
    { ...nextOf, nonce: 5 },
  ],
  [
    'a gap that was left before is told',
    { shown: [[9, 4, 4]], signed: 54, held: [54] },
    { nonce: 55, told: [{ what: 'nonce-gap', nonce: 55, next: 4 }], asked: 1 },
  ],
  [
    'what waits at one alone',
    {
      shown: [
        [9, 4, 4],
        [9, 4, 5],
      ],
    },
    { nonce: 'Nonce 4 cannot be used: a transaction of another program waits on it, by b alone.', told: [], asked: 5 },
  ],
  [
    'what is used in a block that one alone has',
    {
      shown: [
        [9, 5, 5],
        [8, 4, 4],
      ],
    },
    {
      nonce: 'Nonce 4 cannot be used: a shows it used in a block that no other endpoint has reached.',
      told: [],
      asked: 5,
    },
  ],
  [
    'one by name on which something waits at one',
    {
      shown: [
        [9, 4, 4],
        [9, 4, 5],
      ],
      named: 4,
    },
    { nonce: 'Nonce 4 cannot be used: a transaction of another program waits on it.' },
  ],
  [
    'one by name after it',
    {
      shown: [
        [9, 4, 4],
        [9, 4, 5],
      ],
      named: 5,
    },
    { nonce: 5, told: [{ what: 'nonce-gap', nonce: 5, next: 4 }] },
  ],
  [
    'one by name below a lie',
    {
      shown: [
        [9, 54, 54],
        [9, 4, 4],
      ],
      signed: 54,
      held: [54],
      named: 4,
    },
    { nonce: 4, told: [] },
  ],
])('%s', async (_, given, wanted) => {
  expect(await choose(given)).toMatchObject(wanted)
})
