import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Venue } from '#domain/protocol'
import { evm } from '#domain/units'
import { decodeLensAnswer } from './lens-answer.ts'
import { encodeLensInput, itemsOf, type LensWork, poolOfItem } from './lens-input.ts'

const account = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const venue = (protocol: string, n: number, feesPpm: readonly number[]): Venue => {
  return { protocol, name: protocol, title: protocol, factory: account(n), feesPpm }
}
const pool = { venue: venue('v3', 0xf3, [500]), address: account(9), tokens: [account(1), account(2)], feePpm: 500 }
const work: LensWork = {
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

test('packs what the lens reads', () => {
  const a = (n: number) => n.toString(16).padStart(40, '0')
  const head = ['01', '0001', '0002', '000003', '00000100', '00000000', '00000007']
  const venues = ['02', '02', a(0xf2), '01', '000000', '03', a(0xf3), '02', '0001f4', '000bb8']
  const lists = ['03', a(3), a(1), a(2), ...venues, '0002', '0001', '0102', '0001', '03', a(9), 'ffffc4', '00003b']
  expect(encodeLensInput(work, { revert: true, outLimit: 256, start: 7 })).toBe([...head, ...lists].join(''))
})

test('knows which pool an item is', () => {
  const found = account(0xaa)
  expect(itemsOf(work)).toBe(7)
  expect(poolOfItem(work, 0, found)).toMatchObject({ tokens: [account(1), account(3)], feePpm: 2_500 })
  expect(poolOfItem(work, 2, found)).toMatchObject({ tokens: [account(1), account(3)], feePpm: 3_000, address: found })
  expect(poolOfItem(work, 4, found)).toMatchObject({ tokens: [account(1), account(2)], feePpm: 500 })
  expect(poolOfItem(work, 6, found)).toBe(pool)
  expect(poolOfItem(work, 7, found)).toBeUndefined()
})

test('takes nothing for an answer that is none', () => {
  for (const text of ['0x', '0x00', `0x02${'00'.repeat(31)}`, `0x01${'00'.repeat(32)}`]) {
    expect(() => decodeLensAnswer(text)).toThrow(RangeError)
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 300 }), (list) => {
      list.set([1, 0, 0, 0, 0, 0, 0, 1])
      try {
        expect(decodeLensAnswer(`0x${Buffer.from(list).toString('hex')}`).items).toHaveLength(1)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
