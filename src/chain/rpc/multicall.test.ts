import { AbiCoder, id } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evm, type Hex, hex } from '#domain/units'
import { decodeAggregate, decodeStamped, encodeAggregate } from './multicall.ts'

const coder = AbiCoder.defaultAbiCoder()
const bytes = fc.uint8Array({ maxLength: 200 }).map((list) => hex(`0x${Buffer.from(list).toString('hex')}`))
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((list) => evm(`0x${Buffer.from(list).toString('hex')}`))

test('encodes calls as a general ABI coder does', () => {
  const selector = id('aggregate3((address,bool,bytes)[])').slice(0, 10)
  fc.assert(
    fc.property(fc.array(fc.record({ to: address, data: bytes }), { maxLength: 8 }), (calls) => {
      const tuples = calls.map(({ to, data }) => [to, true, data])
      expect(encodeAggregate(calls)).toBe(selector + coder.encode(['tuple(address,bool,bytes)[]'], [tuples]).slice(2))
    }),
  )
})

test('decodes answers; failed ones are empty', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), bytes), { maxLength: 8 }), (results) => {
      const answer = coder.encode(['tuple(bool,bytes)[]'], [results]) as Hex
      expect(decodeAggregate(answer)).toEqual(results.map(([ok, data]) => (ok ? data : '0x')))
    }),
  )
})

test('rejects an answer that is cut short or points elsewhere', () => {
  const whole = coder.encode(
    ['tuple(bool,bytes)[]'],
    [
      [
        [true, '0x1234'],
        [true, '0x5678'],
      ],
    ],
  ) as Hex
  for (let end = 2; end < whole.length - 64; end += 2) {
    expect(() => decodeAggregate(whole.slice(0, end) as Hex)).toThrow(RangeError)
  }
  const wild = whole.replace(/40$/, 'ff') as Hex
  expect(() => decodeAggregate(`${wild.slice(0, 66)}${'f'.repeat(64)}${wild.slice(130)}` as Hex)).toThrow(RangeError)
  expect(() => decodeStamped(whole, 0)).toThrow('Multicall3 would not give')
})

test("an Arbitrum chain's own block number counts", () => {
  const words = (...values: (bigint | number)[]) => values.map((value) => coder.encode(['uint256'], [value]))
  const answer = (own: string) => {
    const [parent, time] = words(19_000_000, 1_700_000_000)
    return coder.encode(
      ['tuple(bool,bytes)[]'],
      [
        [
          [true, parent],
          [true, time],
          [true, own],
          [true, '0x00'],
        ],
      ],
    ) as Hex
  }
  const [l2] = words(300_000_000)
  expect(decodeStamped(answer(l2 ?? ''), 0).stamp).toEqual({ number: 300_000_000, time: 1_700_000_000 })
  expect(decodeStamped(answer('0x'), 0).stamp).toEqual({ number: 19_000_000, time: 1_700_000_000 })
})
