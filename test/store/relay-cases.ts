/** What every store must do with the orders that a relayer accepts, whatever its database. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RelayDraft } from '#domain/relay/relay'
import type { ServiceStore } from '#domain/service/stores'
import { amount, evm, gas, type Hex, hex, quoteId, seconds, wei } from '#domain/units'
import { crossQuote } from '#test/crossing/quote-sample'
import { account, createQuote } from './samples.ts'
import { openStoreAt, type StoreHarness } from './service-store-cases.ts'
import { createSwapRecord, randomHash, sandbox } from './swap-samples.ts'

const relayer = evm(`0x${'7e'.repeat(20)}`)
export const lane = { network: sandbox, chainId: 31_337, relayer }
export const limits = { perDay: wei(10n ** 18n), balance: wei(10n ** 18n), maxOfOwner: 1_000 }
const cost = 10n ** 15n

export async function prepareOrder(store: ServiceStore, changes: Partial<RelayDraft> = {}) {
  const now = await store.now()
  const quote = createQuote(randomUUID(), now)
  await store.quotes.put(quote)
  const id = randomUUID()
  const draft: RelayDraft = {
    ...lane,
    id,
    quoteId: quoteId(quote.id),
    owner: account,
    signature: hex(`0x${'11'.repeat(65)}`),
    data: hex('0x0102'),
    deadline: seconds(now + 600),
    swapFee: amount(5n),
    createdAt: now,
    gasLimit: gas(300_000n),
    maxPrice: wei(3_000_000_000n),
    maxCancelPrice: wei(9_000_000_000n),
    reserved: wei(cost),
    ...changes,
  }
  const record = createSwapRecord({
    ...{ id, quoteId: draft.quoteId, gasless: true, relayed: true, transactionHash: undefined },
    ...{ substatus: 'signed', from: account },
  })
  return { draft, record }
}

async function accept(store: ServiceStore, changes: Partial<RelayDraft> = {}, within: Partial<typeof limits> = {}) {
  const { draft, record } = await prepareOrder(store, changes)
  return store.relays.accept(draft, record, { ...limits, ...within })
}

/** An order of a lane of its own, with its record. */
export async function acceptSample(store: ServiceStore) {
  await store.relays.openLane(lane, 0)
  const { id } = await accept(store)
  const record = await store.swaps.find({ id })
  if (record === undefined) throw new Error('no record')
  return { id, record }
}

const createAttempt = (kind: 'original' | 'speedup' | 'cancel' = 'original') => ({
  kind,
  hash: randomHash(),
  raw: hex('0x02'),
  payload: {
    ...{ from: relayer, to: account, data: hex('0x01'), value: wei(0n), chainId: 31_337, gasLimit: gas(1n) },
    fees: { type: 2, maxFeePerGas: wei(2n), maxPriorityFeePerGas: wei(1n) } as const,
  },
  signedAt: seconds(1),
})

export function testRelayStore(ground: StoreHarness): void {
  const pair = async () => {
    const place = await ground.place()
    return [await openStoreAt(ground, place), await openStoreAt(ground, place)] as const
  }

  describe('orders of a relayer', () => {
    test('take the quote and the next nonce in one transaction, and come back with every integer exact', async () => {
      const [one, two] = await pair()
      expect(await one.relays.openLane(lane, 41)).toMatchObject({ nextNonce: 41, open: 0, isDraining: false })
      const relay = await accept(one)
      expect(relay).toMatchObject({ nonce: 41, isOpen: true, attempts: [], observations: [], reserved: cost })
      expect((await two.quotes.get(relay.quoteId)).consumedAt).toBeDefined()
      expect(await two.swaps.find({ quoteId: relay.quoteId })).toMatchObject({ id: relay.id, substatus: 'signed' })
      expect(await two.relays.findByQuote(relay.quoteId)).toStrictEqual(relay)
      expect(await two.relays.laneStatus(lane)).toMatchObject({ nextNonce: 42, open: 1, reserved: cost, spent: 0n })
    })

    test('of thirty-two at once no nonce is given twice or left out, and one quote is one order', async () => {
      const stores = await pair()
      await stores[0].relays.openLane(lane, 0)
      const drafts = await Promise.all(Array.from({ length: 16 }, () => prepareOrder(stores[0])))
      const tries = [...drafts, ...drafts].map(({ draft, record }, i) => {
        const id = randomUUID()
        return stores[i % 2 === 0 ? 0 : 1].relays.accept({ ...draft, id }, { ...record, id }, limits)
      })
      const ends = await Promise.allSettled(tries)
      const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.nonce] : []))
      expect(won.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i))
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'QUOTE_CONSUMED' })
      expect((await stores[1].relays.laneStatus(lane))?.nextNonce).toBe(16)
    })

    test('a quote that was consumed for an order is still that order’s, once, and no other’s', async () => {
      const [one, two] = await pair()
      await one.relays.openLane(lane, 0)
      const { draft, record } = await prepareOrder(one)
      const held = randomHash()
      await two.quotes.consume(draft.quoteId, ground.callersClock(await one.now()), held)
      const accept = (by?: Hex) => one.relays.accept(draft, record, limits, by)
      const ends = await Promise.allSettled([accept(), accept(randomHash()), accept(held), accept(held)])
      const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'accepted'))
      expect([...codes.slice(0, 2), ...codes.slice(2).sort()]).toEqual([...Array(3).fill('QUOTE_CONSUMED'), 'accepted'])
    })

    test('a quote is either fetched or executed', async () => {
      const [one, two] = await pair()
      await one.relays.openLane(lane, 0)
      for (let i = 0; i < 8; i++) {
        const { draft, record } = await prepareOrder(one)
        const now = ground.callersClock(await one.now())
        const both = [one.relays.accept(draft, record, limits), two.quotes.consume(draft.quoteId, now, randomHash())]
        const ends = await Promise.allSettled(i % 2 === 0 ? both : both.reverse())
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      }
      const { nextNonce, open } = (await one.relays.laneStatus(lane)) ?? { nextNonce: -1, open: -2 }
      expect(nextNonce).toBe(open)
    })

    test.each([
      ['the cap of a day', { perDay: wei(2n * cost) }, 'spend in a day'],
      ['the balance', { balance: wei(2n * cost) }, 'too little left'],
      ['the orders of one owner', { maxOfOwner: 2 }, 'Too many orders'],
    ])('stop at %s, and a refused one changes nothing', async (_, within, words) => {
      const [one, two] = await pair()
      await one.relays.openLane(lane, 0)
      const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((i) => accept(i % 2 ? one : two, {}, within)))
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      const { draft, record } = await prepareOrder(one)
      const failure = await one.relays.accept(draft, record, { ...limits, ...within }).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'GASLESS_NOT_AVAILABLE', message: expect.stringContaining(words) })
      expect((await one.quotes.get(draft.quoteId)).consumedAt).toBeUndefined()
      expect(await one.swaps.find({ id: draft.id })).toBeUndefined()
      expect(await one.relays.laneStatus(lane)).toMatchObject({ nextNonce: 2, open: 2 })
    })

    test('the limit of an owner holds over all lanes and replicas at once', async () => {
      const stores = await pair()
      const lanes = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({ ...lane, relayer: evm(`0x${`7${i}`.repeat(20)}`) }))
      for (const one of lanes) await stores[0].relays.openLane(one, 0)
      for (let round = 1; round <= 6; round++) {
        const owner = evm(`0x${`a${round}`.repeat(20)}`)
        const orders = lanes.map((one, i) => accept(stores[i % 2 ? 0 : 1], { ...one, owner }, { maxOfOwner: 3 }))
        const ends = await Promise.allSettled(orders)
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      }
    })

    test('what was reverted counts against its owner, what was spent against the day', async () => {
      const [store] = await pair()
      await store.relays.openLane(lane, 0)
      const within = { perDay: wei(4n * cost), maxOfOwner: 2 }
      for (const outcome of ['reverted', 'success', 'reverted'] as const) {
        const relay = await accept(store, {}, within)
        const record = await store.swaps.find({ id: relay.id })
        if (record === undefined) throw new Error('no record')
        await store.relays.finish(relay.id, { outcome, spent: wei(cost / 2n) }, { ...record, status: 'error' })
        await expect(
          store.relays.finish(relay.id, { outcome: 'success', spent: wei(0n) }, { ...record, status: 'success' }),
        ).resolves.toBeUndefined()
        expect(await store.swaps.find({ id: relay.id })).toMatchObject({ status: 'error' })
      }
      expect(await store.relays.laneStatus(lane)).toMatchObject({
        ...{ open: 0, reserved: 0n, spent: (3n * cost) / 2n },
        outcomes: { success: 1, reverted: 2, expired: 0, replaced: 0 },
      })
      await expect(accept(store, {}, within)).rejects.toMatchObject({ code: 'GASLESS_NOT_AVAILABLE' })
      const other = evm(`0x${'ab'.repeat(20)}`)
      expect(await accept(store, { owner: other }, within)).toMatchObject({ nonce: 3 })
      await expect(accept(store, { owner: other, reserved: wei(2n * cost) }, within)).rejects.toThrow('spend in a day')
    })

    test('a draining lane accepts nothing, and a lane without open orders catches up with its chain', async () => {
      const [store] = await pair()
      expect(await store.relays.setDraining(lane, true)).toBe(false)
      await store.relays.openLane(lane, 3)
      expect(await store.relays.setDraining(lane, true)).toBe(true)
      await expect(accept(store)).rejects.toMatchObject({ code: 'GASLESS_NOT_AVAILABLE' })
      await store.relays.setDraining(lane, false)
      expect(await store.relays.openLane(lane, 9)).toMatchObject({ nextNonce: 9 })
      expect(await accept(store)).toMatchObject({ nonce: 9 })
      expect(await store.relays.openLane(lane, 20)).toMatchObject({ nextNonce: 10 })
      expect(await store.relays.openLane(lane, 4)).toMatchObject({ nextNonce: 10 })
    })

    test('of two processes that sign the next version, one stores it', async () => {
      const [one, two] = await pair()
      await one.relays.openLane(lane, 0)
      const relay = await accept(one)
      const attempts = [createAttempt(), createAttempt()] as const
      const stored = await Promise.all([
        one.relays.addAttempt(relay, attempts[0]),
        two.relays.addAttempt(relay, attempts[1]),
      ])
      expect(stored.filter(Boolean)).toHaveLength(1)
      const look = {
        kind: 'broadcast',
        at: seconds(5),
        endpoint: 'a',
        hash: attempts[0].hash,
        outcome: 'begun',
      } as const
      await two.relays.addObservations(relay.id, [look])
      const [known] = await two.relays.listOpen(lane, 10)
      expect(known?.attempts).toStrictEqual([stored[0] ? attempts[0] : attempts[1]])
      expect(known?.observations).toStrictEqual([look])
    })

    test('a swap is found by every version of its transaction, and is no second record', async () => {
      const [store] = await pair()
      await store.relays.openLane(lane, 0)
      const relay = await accept(store)
      const [first, second] = [createAttempt(), createAttempt('speedup')]
      await store.relays.addAttempt(relay, first)
      await store.relays.addAttempt({ ...relay, attempts: [first] }, second)
      const record = await store.swaps.find({ id: relay.id })
      if (record === undefined) throw new Error('no record')
      await store.relays.updateRecord({ ...record, transactionHash: second.hash })
      for (const { hash } of [first, second]) {
        expect(await store.swaps.find({ transactionHash: hash, network: sandbox })).toMatchObject({ id: relay.id })
        const reported = await store.swaps.put(createSwapRecord({ transactionHash: hash }))
        expect(reported).toMatchObject({ id: relay.id, transactionHash: second.hash })
      }
      expect(await store.swaps.listUnsettled(10)).toEqual([])
    })

    test('orders may end by a transaction that another record has: each is kept, and one is found by it', async () => {
      const [store] = await pair()
      await store.relays.openLane(lane, 0)
      const ended = { status: 'success', transactionHash: createAttempt().hash } as const
      for (const nonce of [0, 1]) {
        const relay = await accept(store)
        const record = await store.swaps.find({ id: relay.id })
        if (record === undefined) throw new Error('no record')
        await store.relays.finish(relay.id, { outcome: 'success', spent: wei(0n) }, { ...record, ...ended })
        expect(await store.swaps.find({ id: relay.id })).toMatchObject(ended)
        expect(relay.nonce).toBe(nonce)
      }
      expect(await store.relays.laneStatus(lane)).toMatchObject({ open: 0, outcomes: { success: 2 } })
    })

    test('an order to another network uses its own quote once, and is the tracker’s once it is executed', async () => {
      const [one, two] = await pair()
      await one.relays.openLane(lane, 0)
      const now = await one.now()
      const { draft, record } = await prepareOrder(one)
      const quote = { ...crossQuote, id: quoteId(randomUUID()), createdAt: now, expiresAt: seconds(now + 300) }
      await one.crossQuotes.put(quote)
      const own = { ...draft, quoteId: quote.id }
      const crossing = { ...record, quoteId: quote.id, crossing: { toChainId: 8453 } }
      const unknown = one.relays.accept(draft, crossing, limits)
      await expect(unknown).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND' }) // its quote is among the others
      const id = randomUUID()
      const both = [
        one.relays.accept(own, crossing, limits),
        two.relays.accept({ ...own, id }, { ...crossing, id }, limits),
      ]
      const ends = await Promise.allSettled(both)
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await one.relays.laneStatus(lane)).toMatchObject({ nextNonce: 1, open: 1 })
      await expect(two.crossQuotes.consume(quote.id, now)).rejects.toMatchObject({ code: 'QUOTE_CONSUMED' })
      const relay = await one.relays.findByQuote(quote.id)
      const { relayed: _, ...bridging } = { ...crossing, id: relay?.id ?? '', status: 'bridging' as const }
      await one.relays.updateRecord(bridging)
      expect(await one.swaps.listUnsettled(10)).toEqual([])
      await one.relays.finish(bridging.id, { outcome: 'success', spent: wei(0n) }, bridging)
      expect(await two.swaps.listUnsettled(10)).toMatchObject([{ id: bridging.id, status: 'bridging' }])
      await two.swaps.update({ ...bridging, status: 'success' })
      await one.relays.updateRecord(bridging) // of a replica that has not seen the end
      expect(await one.swaps.find({ id: bridging.id })).toMatchObject({ status: 'success' })
    })

    test('a nonce of an owner is reserved once until it expires', async () => {
      const stores = await pair()
      const now = await stores[0].now()
      const candidates = Array.from({ length: 40 }, (_, i) => BigInt(i))
      const request = { chainId: 1, owner: account, candidates, expiresAt: seconds(now + 600) }
      const got = await Promise.all(
        Array.from({ length: 24 }, (_, i) => stores[i % 2 === 0 ? 0 : 1].relays.reserveNonce(request)),
      )
      expect(new Set(got).size).toBe(24)
      expect(got.every((nonce) => nonce !== undefined && nonce < 40n)).toBe(true)
      const one = { ...request, candidates: [77n] }
      expect(await stores[0].relays.reserveNonce({ ...one, expiresAt: seconds(now - 5_000) })).toBe(77n)
      expect(await stores[1].relays.reserveNonce(one)).toBe(77n)
      expect(await stores[1].relays.reserveNonce(one)).toBeUndefined()
      expect(await stores[1].relays.reserveNonce({ ...one, owner: relayer })).toBe(77n)
    })
  })
}
