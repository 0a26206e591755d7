import { expect, test } from 'vitest'
import { hex } from '#domain/units'
import { isRevert, revertData, revertWords } from './revert-data.ts'

const data = '0x12345678'
const error = (more: object) => ({ code: 3, message: 'execution reverted', data: undefined, ...more })

test.each([
  ['a string', { data }],
  ['nested', { data: { data } }],
  ['nested twice', { data: { message: 'x', data: { data } } }],
  ['of an original error', { data: { originalError: { data } } }],
  ['behind a word', { data: `Reverted ${data}` }],
  ['in the message', { message: `execution reverted: ${data}` }],
])('finds revert data: %s', (_, more) => {
  expect(revertData(error(more))).toBe(data)
})

test('finds none where there is none', () => {
  expect(revertData(error({}))).toBe('0x')
  expect(revertData(error({ data: null }))).toBe('0x')
  expect(revertData(error({ message: 'odd 0x123' }))).toBe('0x')
})

test('tells the chain from the node', () => {
  expect(isRevert(error({}))).toBe(true)
  expect(isRevert(error({ code: -32000, message: 'out of gas' }))).toBe(true)
  expect(isRevert(error({ code: -32015, message: 'VM execution error.', data: 'Reverted 0x' }))).toBe(true)
  expect(isRevert(error({ code: -32602, message: 'pending is not supported' }))).toBe(false)
})

test('reads the words of a require', () => {
  const words = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`
  expect(revertWords(hex(`0x${words}`))).toBe('no')
  expect(revertWords(hex('0x08c379a0'))).toBeUndefined()
  expect(revertWords(hex('0x12345678'))).toBeUndefined()
})
