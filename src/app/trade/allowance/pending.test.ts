import { expect, test } from 'vitest'
import type { TradeContext } from '#app/context'
import { isAtNode, readAllowanceState, readMostAllowed, sumTakes } from '#app/trade/allowance/pending'
import { planApproval } from '#app/trade/allowance/plan'
import { word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import type { Conclusion } from '#domain/journal/evidence'
import type { Intent, JournalTx, Step } from '#domain/journal/swap'
import { amount, blockNumber, evm, gas, type Hex, hex, quoteId, seconds, wei } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('sandbox')
const address = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const hash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const [owner, router, other] = [address(1), address(2), address(3)]
const tokenAt = (n: number) =>
  ({ network: network.name, address: address(n), symbol: 'TKN', decimals: 6, listed: true }) as const
const [token, another] = [tokenAt(7), tokenAt(8)]
const block = { number: blockNumber(50), hash: hash(50), time: seconds(500) }

interface Signed {
  readonly nonce: number
  readonly step?: Step
  readonly stage?: Conclusion['stage']
  readonly isFinal?: boolean
  readonly to?: typeof owner
  readonly data?: Hex
  readonly sell?: typeof token | typeof another
  /** It is signed into a file, which anyone may send. */
  readonly isHeld?: boolean
  /** A later version that only uses up the nonce; it is the one that a node is known to have. */
  readonly isBeingCancelled?: boolean
}

/** An intent with one signed step: by default a swap of 100 units that a node accepted. */
function intentOf({ nonce, step = 'swap', stage = 'submitted', isFinal = false, ...more }: Signed): Intent {
  const conclusion: Conclusion = {
    hash: hash(nonce),
    stage,
    sent: more.isHeld === true ? 'maybe' : stage === 'signed' ? 'no' : 'yes',
    isFinal,
    depth: stage === 'mined' || stage === 'confirmed' ? 1 : 0,
    finalDepth: 2,
    known: '',
    mayBroadcast: false,
  }
  const version = {
    kind: 'original',
    raw: hex('0x'),
    hash: hash(nonce),
    signedAt: seconds(400),
    payload: {
      from: owner,
      to: more.to ?? router,
      data: more.data ?? hex('0x'),
      value: wei(0n),
      chainId: network.chainId,
      gasLimit: gas(1n),
      fees: { type: 0, gasPrice: wei(1n) },
    },
  } as const
  const nothing = { ...version.payload, to: owner, data: hex('0x') }
  const cancel = { ...version, kind: 'cancel', hash: hash(nonce + 1_000), payload: nothing } as const
  const tx: JournalTx = {
    ...(more.isBeingCancelled === true ? cancel : version),
    versions: more.isBeingCancelled === true ? [version, cancel] : [version],
    step,
    nonce,
    stage,
    conclusion,
    observations: [],
  }
  const trade = {
    quoteId: quoteId('00000001-0000-4000-8000-000000000000'),
    sell: more.sell ?? token,
    buy: another,
    sellAmount: amount(100n),
    quotedOut: amount(1n),
    minimumOut: amount(1n),
    to: owner,
    deadline: seconds(600),
  }
  return {
    id: `${nonce}`,
    key: `${nonce}`,
    kind: step === 'swap' ? 'swap' : 'approve',
    network: network.name,
    chainId: network.chainId,
    from: owner,
    stage,
    ...(step === 'swap' ? { trade } : {}),
    transactions: [tx],
    timeline: [],
    createdAt: seconds(400),
  }
}

/**
 * At block 50, allowance 250 and balance 1000; each endpoint's nonce of the owner in that state.
 * @param head of the endpoint that is asked for it, which has the same block 50
 */
const createChain = (nonces: readonly number[], head = block) => ({
  network,
  head: async () => head,
  readWithBlock: async (_: unknown, at?: number) => ({
    block,
    answers: [hex(`0x${word(250n)}`), hex(`0x${word(1000n)}`)],
    ...(at !== undefined && at <= block.number
      ? { ancestor: { ...block, number: blockNumber(at), hash: hash(at) } }
      : {}),
  }),
  nonceAt: async () => nonces.map((nonce, i) => ({ endpoint: `node ${i}`, block: head, nonce })),
})

const createContext = (signed: readonly Signed[]) => ({
  clock: { sleep: async () => undefined, now: () => seconds(450), elapsed: () => 0 },
  journal: {
    listFromNonce: async (_: unknown, __: unknown, nonce: number) =>
      signed.map(intentOf).filter(({ transactions }) => transactions.some((tx) => tx.nonce >= nonce)),
  },
})

async function read(nonces: readonly number[], signed: readonly Signed[], head = block) {
  const target = { token, owner, spender: router }
  const state = await readAllowanceState(createContext(signed), createChain(nonces, head), target)
  return {
    ...state,
    pending: state.pending.map(({ kind, tx }) => `${kind} ${tx.nonce}`),
    takes: sumTakes(state.pending),
  }
}

test('a swap counts until the state that was read is one after it', async () => {
  expect(await read([5], [{ nonce: 4 }, { nonce: 5 }, { nonce: 6 }])).toMatchObject({
    allowance: 250n,
    balance: 1000n,
    pending: ['swap 5', 'swap 6'],
    takes: 200n,
  })
})

test('one endpoint’s word that a nonce is used is not enough', async () => {
  expect((await read([6, 5, 7], [{ nonce: 5 }])).pending).toEqual(['swap 5'])
  expect((await read([6, 6, 7], [{ nonce: 5 }])).pending).toEqual([])
})

test('a swap that the journal knows as mined counts if the state is older than its block', async () => {
  expect((await read([5], [{ nonce: 5, stage: 'mined' }])).pending).toEqual(['swap 5'])
  expect((await read([5], [{ nonce: 5, stage: 'confirmed', isFinal: true }])).pending).toEqual(['swap 5'])
})

test.each(['void', 'replaced', 'reverted'] as const)(
  'a swap that is %s takes nothing once that is final',
  async (stage) => {
    expect((await read([5], [{ nonce: 5, stage }])).takes).toBe(100n)
    expect((await read([5], [{ nonce: 5, stage, isFinal: true }])).takes).toBe(0n)
  },
)

test('only swaps of this token count, and only those by this spender take of its allowance', async () => {
  expect(
    await read(
      [5],
      [
        { nonce: 5, sell: another },
        { nonce: 6, to: other },
      ],
    ),
  ).toMatchObject({
    pending: ['swap 6'],
    takes: 0n,
  })
})

test('what sets this allowance is found by its bytes', async () => {
  const data = encodeApprove(router, amount(9n))
  expect(
    await read(
      [5],
      [
        { nonce: 5, step: 'approve', to: token.address, data },
        { nonce: 6, step: 'revoke', to: token.address, data },
        { nonce: 7, step: 'approve', to: another.address, data },
        { nonce: 8, step: 'approve', to: token.address, data: encodeApprove(other, amount(9n)) },
      ],
    ),
  ).toMatchObject({ pending: ['approval 5', 'approval 6'], takes: 0n })
})

test('what is being cancelled may still be mined: it counts until the nonce is used', async () => {
  const data = encodeApprove(router, amount(9n))
  const signed = [
    { nonce: 5, isBeingCancelled: true },
    { nonce: 6, step: 'approve', to: token.address, data, isBeingCancelled: true },
  ] as const
  expect(await read([5], signed)).toMatchObject({ pending: ['swap 5', 'approval 6'], takes: 100n })
  expect((await read([7], signed)).pending).toEqual([])
})

test('a state that no endpoint has, or that is older than the nonce, tells nothing', async () => {
  await expect(read([], [{ nonce: 5 }])).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE', exit: 5 })
  const newer = { ...block, number: blockNumber(51) }
  await expect(read([6], [{ nonce: 5 }], newer)).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
})

test.each([
  { told: [5, 6], action: 'none', reserved: 100n }, // nonce 5 was used between the readings of nonce and allowance
  { told: [5, 5, 6], action: 'none', reserved: 100n },
  { told: [5, 5, 5], action: 'approve', reserved: 200n },
])('before swaps under way cost an approval, the state is read again: nonces $told', async (one) => {
  const told = [...one.told]
  const chain = { ...createChain([]), nonceAt: async () => createChain([told.shift() ?? 7]).nonceAt() }
  const context = createContext([{ nonce: 5 }, { nonce: 6 }])
  const limits = { max: false, reset: 'never', permit: false, sells: true } as const
  const waiting = { until: 48_000, seconds: 48 }
  const wanted = { token, owner, spender: router, needed: amount(150n), ...limits, waiting }
  const { action, reserved } = one
  const plan = planApproval(context as unknown as TradeContext, chain as unknown as Chain, wanted, { tell: () => {} })
  expect(await plan).toMatchObject({ action, before: 250n, reserved })
  expect(told).toEqual([])
})

test.each<[seen: readonly string[], stage: Conclusion['stage'], isHeld: boolean, known: boolean]>([
  [['absent', 'absent'], 'signed', true, false],
  [['absent', 'waiting'], 'signed', true, true], // it was sent from elsewhere
  [['waiting'], 'signed', false, false],
  [['absent'], 'submitted', false, true],
])('bytes that %o show, recorded as %s, held: %s, are at a node: %s', async (seen, stage, isHeld, known) => {
  const [tx] = intentOf({ nonce: 5, step: 'approve', stage, isHeld }).transactions
  const chain = { checkTransaction: async () => seen.map((one) => ({ seen: one })) }
  expect(await isAtNode(chain as unknown as Chain, tx as JournalTx)).toBe(known)
})

test.each<[what: string, views: readonly [height: number, allowance: bigint | 'none', time?: number][], most: bigint]>([
  [
    'hidden by one',
    [
      [50, 0n],
      [50, 250n],
    ],
    250n,
  ],
  [
    'hidden by one that claims a height of its own',
    [
      [900, 0n],
      [50, 250n],
    ],
    250n,
  ],
  [
    'that one cannot tell',
    [
      [50, 'none'],
      [50, 250n],
    ],
    250n,
  ],
  [
    'taken back, by one that lags',
    [
      [50, 0n],
      [50, 0n],
      [49, 250n],
    ],
    0n,
  ],
  [
    'taken back, by one that is stuck',
    [
      [50, 0n],
      [20, 250n, 1],
    ],
    0n,
  ],
])('of an allowance %s, the most that counts is told', async (_, views, most) => {
  const chain = {
    allReadsWithBlock: async () =>
      views.map(([number, allowance, time = 5_000]) => ({
        block: { number: blockNumber(number), hash: hash(number), time: seconds(time) },
        answers: [hex(allowance === 'none' ? '0x' : `0x${word(allowance)}`)],
      })),
  }
  const clock = { now: () => seconds(5_000) }
  expect(await readMostAllowed({ clock }, chain, { token, owner, spender: router })).toBe(most)
})

test('an approval that no block takes is waited for as long as there is time left to say so', async () => {
  const data = encodeApprove(router, amount(9n))
  const context = createContext([{ nonce: 5, step: 'approve', to: token.address, data }])
  const clock = { ...context.clock, elapsed: () => 48_000 }
  const limits = { max: false, reset: 'never', permit: false, sells: true } as const
  const waiting = { until: 48_000, seconds: 48 }
  const wanted = { token, owner, spender: router, needed: amount(150n), ...limits, waiting }
  const [asked, chain] = [{ ...context, clock }, createChain([5])] as unknown as [TradeContext, Chain]
  await expect(planApproval(asked, chain, wanted, { tell: () => undefined })).rejects.toMatchObject({
    code: 'ALLOWANCE_BUSY',
    details: { seconds: 48, pending: '5' },
  })
})
