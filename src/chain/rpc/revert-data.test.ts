import { expect, test } from 'vitest'
import { hex } from '#domain/units'
import { decodeRevertReason, findRevertData, isRevert } from './revert-data.ts'

const data = '0x12345678'
const error = (more: object) => ({ code: 3, message: 'execution reverted', data: undefined, ...more })

test.each([
  ['a string', { data }],
  ['nested', { data: { data } }],
  ['nested twice', { data: { message: 'x', data: { data } } }],
  ['an original error', { data: { originalError: { data } } }],
  ['behind a word', { data: `Reverted ${data}` }],
  ['in the message', { message: `execution reverted: ${data}` }],
])('finds revert data: %s', (_, more) => {
  expect(findRevertData(error(more))).toBe(data)
})

test('finds none if there is none', () => {
  expect(findRevertData(error({}))).toBe('0x')
  expect(findRevertData(error({ data: null }))).toBe('0x')
  expect(findRevertData(error({ message: 'odd 0x123' }))).toBe('0x')
})

test('tells a revert from an error of the node', () => {
  expect(isRevert(error({}))).toBe(true)
  expect(isRevert(error({ code: -32000, message: 'out of gas' }))).toBe(true)
  expect(isRevert(error({ code: -32015, message: 'VM execution error.', data: 'Reverted 0x' }))).toBe(true)
  expect(isRevert(error({ code: -32602, message: 'pending is not supported' }))).toBe(false)
})

test('decodes the reason of a require', () => {
  const words = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`
  expect(decodeRevertReason(hex(`0x${words}`))).toBe('no')
  expect(decodeRevertReason(hex('0x08c379a0'))).toBeUndefined()
  expect(decodeRevertReason(hex('0x12345678'))).toBeUndefined()
})
