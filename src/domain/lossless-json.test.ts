import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
)
const name = fc.string().filter((key) => !key.startsWith('$') && key !== '__proto__')
const { record } = fc.letrec((tie) => ({
  record: fc.oneof(
    leaf,
    fc.array(tie('record'), { maxLength: 4 }),
    fc.dictionary(name, tie('record'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('every record round-trips unchanged', () => {
  fc.assert(
    fc.property(record, (value) => {
      expect(decodeLossless(encodeLossless(value))).toStrictEqual(value)
    }),
    { numRuns: 2000 },
  )
})

test('large integers are exact and distinct from numbers and text', () => {
  const value = { wei: (1n << 256n) - 1n, negative: -1n, number: 1, text: '1', absent: undefined }
  expect(encodeLossless({ wei: 12n, absent: undefined })).toBe('{"wei":{"$bigint":"12"},"absent":{"$undefined":true}}')
  expect(decodeLossless(encodeLossless(value))).toStrictEqual(value)
})

test.each([
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['-0', -0],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(2)],
  ['a function', () => 1],
  ['a tag', { $bigint: '1' }],
  ['a hidden prototype', JSON.parse('{"__proto__":1}')],
])('%s is refused, not changed', (_, value) => {
  expect(() => encodeLossless({ value })).toThrow(RangeError)
})

test.each([
  '',
  '{"a":1',
  '{"$bigint":1}',
  '{"$bigint":"01"}',
  '{"$bigint":"-0"}',
  '{"$bigint":"0x1"}',
  '{"$bigint":" 1"}',
  '{"$bigint":"1","more":2}',
  '{"$date":"2020"}',
  '{"$undefined":false}',
  '{"a":{"__proto__":{"isAdmin":true}}}',
])('%j is not parsed', (text) => {
  expect(() => decodeLossless(text)).toThrow(RangeError)
})

test('the error does not quote a damaged record', () => {
  expect(() => decodeLossless('{"key":"canary-0x1234')).toThrow(/^the record is not complete$/)
})
