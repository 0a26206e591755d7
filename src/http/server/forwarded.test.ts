import { expect, test } from 'vitest'
import { dropForwardedPorts } from './forwarded.ts'

test.each([
  ['203.0.113.7:50001', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['[2001:db8::1]:50001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.9,203.0.113.7:50001', '198.51.100.9, 203.0.113.7'],
  ['unknown, 203.0.113.7:', 'unknown, 203.0.113.7:'],
])('%s names %s', (written, addresses) => {
  const headers = { 'x-forwarded-for': written }
  dropForwardedPorts(headers)
  expect(headers['x-forwarded-for']).toBe(addresses)
})

test('no header stays none', () => {
  const headers = {}
  dropForwardedPorts(headers)
  expect(headers).toEqual({})
})
