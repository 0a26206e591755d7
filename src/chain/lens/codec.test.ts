import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BinSelectors } from '#domain/pools/bin-selectors'
import type { Venue } from '#domain/pools/protocol'
import { reaches, type TickReach } from '#domain/pools/tick-reach'
import type { TickSelectors } from '#domain/pools/tick-selectors'
import { evm, hex } from '#domain/units'
import { decodeLensAnswer } from './answer.ts'
import { countItems, encodeLensInput, findPoolOfItem, type LensTask } from './input.ts'

const account = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const digits = (n: number) => n.toString(16).padStart(40, '0')
const venue = (protocol: string, n: number, feesPpm: readonly number[]): Venue => {
  return { protocol, name: protocol, title: protocol, factory: account(n), feesPpm }
}
const pool = { venue: venue('v3', 0xf3, [500]), address: account(9), tokens: [account(1), account(2)], feePpm: 500 }
const work: LensTask = {
  reach: { maxTicks: 1, maxWords: 2, range: 3 },
  tokens: [account(3), account(1), account(2)],
  venues: [
    { kind: 2, venue: venue('v2', 0xf2, [2_500]) },
    { kind: 3, venue: venue('v3', 0xf3, [500, 3_000]) },
  ],
  pairs: [
    [0, 1],
    [1, 2],
  ],
  pools: [{ kind: 3, pool, known: { from: -60, to: 59 } }],
}

test('encodes a task for the lens', () => {
  const head = ['01', '0001', '0002', '000003', '00000100', '00000000', '00000007']
  const uniswap = `3850c7bd1a6865025339c296f30dba93d0c93a7c${'00'.repeat(20)}`
  const venues = ['02', '02', '00', digits(0xf2), '00000000', '01', '000000']
  venues.push('03', '00', digits(0xf3), '1698ee82', '02', '0001f4', '000bb8')
  const pools = ['0001', '03', '00', digits(9), 'ffffc4', '00003b']
  const lists = ['03', digits(3), digits(1), digits(2), '01', uniswap, ...venues, '0002', '0001', '0102', ...pools]
  expect(encodeLensInput(work, { revert: true, outLimit: 256, start: 7 })).toBe([...head, ...lists].join(''))
})

test('encodes the access of other families, each access once', () => {
  const questions: TickSelectors = {
    price: hex('0xaaaaaaaa'),
    liquidity: hex('0xbbbbbbbb'),
    bitmap: hex('0xcccccccc'),
    tick: hex('0xdddddddd'),
    spacing: 60,
    list: { below: hex('0xeeeeeeee'), above: hex('0xffffffff') },
    more: [hex('0x11111111')],
  }
  const key = hex(`0x${'77'.repeat(32)}`)
  const place = () => ({ to: account(0xab), key, spacing: -1 })
  const lookup = { selector: hex('0x22222222'), tiers: () => [{ argument: -2, feePpm: 5 }] }
  const packed = encodeLensInput(
    {
      ...work,
      venues: [{ kind: 3, venue: venue('v3', 0xf3, []), access: { selectors: questions, lookup } }],
      pools: [
        { kind: 3, pool, access: { selectors: questions } },
        { kind: 3, pool, access: { selectors: { ...questions, inSwap: true } } },
        { kind: 3, pool, access: { selectors: questions, locate: place } },
        { kind: 3, pool, access: { selectors: questions, locate: place } },
      ],
    },
    { revert: true, outLimit: 256, start: 7 },
  )
  const selectors = 'aaaaaaaabbbbbbbbccccccccdddddddd00000000eeeeeeeeffffffff1111111100000000'
  expect(packed.split(selectors).map((part) => part.slice(0, 8))).toEqual([
    expect.any(String),
    '00003c00', // 60, no key
    '00003c02', // read from inside a swap
    'ffffff01', // −1, a key
  ])
  expect(packed).toContain(`0301${digits(0xf3)}2222222201fffffe`)
  expect(packed.endsWith(`0303${digits(0xab)}800000800000${key.slice(2)}`.repeat(2))).toBe(true)
})

test('encodes pools of bins, their reach, and what a look-up that names a pool says of it', () => {
  const selectors = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', 'eeeeeeee', 'ffffffff', '11111111', '22222222']
  const named = (place: number) => hex(`0x${selectors[place]}`)
  const all: BinSelectors = {
    ...{ tokenX: named(0), active: named(1), rules: named(2), volatility: named(3) },
    ...{ hooks: named(4), bin: named(5), next: named(6), swapOut: named(7) },
  }
  const tier = { argument: 7, feePpm: 700, facts: { binStep: 7 } }
  const lookup = { selector: hex('0x33333333'), tiers: () => [tier] }
  const asking = { bins: all, lookup, reach: { usual: 40, wide: 120, whole: 300 } }
  const bins: LensTask = { ...work, venues: [{ kind: 4, venue: venue('lb', 0xf4, []), access: asking }], pools: [] }
  const packed = (reach: TickReach) => encodeLensInput({ ...bins, reach }, { revert: true, outLimit: 256, start: 7 })
  expect(packed(reaches.usual)).toContain(`${selectors.join('')}${'00000000'}00002800`)
  expect(packed(reaches.wide)).toContain(`${selectors.join('')}${'00000000'}00007800`)
  expect(packed(reaches.whole)).toContain(`${selectors.join('')}${'00000000'}00012c00`)
  expect(packed(reaches.usual)).toContain(`0401${digits(0xf4)}3333333301000007`)
  expect(findPoolOfItem(bins, 1, account(0xaa))?.pool).toEqual({
    ...{ venue: bins.venues[0]?.venue, address: account(0xaa), tokens: [account(1), account(2)] },
    ...{ feePpm: 700, facts: { binStep: 7 } },
  })
})

test('finds the pool of an item', () => {
  const found = account(0xaa)
  expect(countItems(work)).toBe(7)
  expect(findPoolOfItem(work, 0, found)).toMatchObject({ pool: { tokens: [account(1), account(3)], feePpm: 2_500 } })
  expect(findPoolOfItem(work, 2, found)).toMatchObject({
    kind: 3,
    pool: { tokens: [account(1), account(3)], feePpm: 3_000, address: found },
  })
  expect(findPoolOfItem(work, 4, found)).toMatchObject({ pool: { tokens: [account(1), account(2)], feePpm: 500 } })
  expect(findPoolOfItem(work, 6, found)?.pool).toBe(pool)
  expect(findPoolOfItem(work, 7, found)).toBeUndefined()
})

test('rejects malformed answers', () => {
  for (const text of ['0x', '0x00', `0x02${'00'.repeat(31)}`, `0x01${'00'.repeat(32)}`]) {
    expect(() => decodeLensAnswer(text)).toThrow(RangeError)
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 33, maxLength: 1_400 }), fc.integer({ min: 1, max: 5 }), (list, kind) => {
      list.set([1, 0, 0, 0, 0, 0, 0, 1])
      list[32] = kind
      try {
        expect(decodeLensAnswer(`0x${Buffer.from(list).toString('hex')}`).items).toHaveLength(1)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
