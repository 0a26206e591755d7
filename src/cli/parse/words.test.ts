import { expect, test } from 'vitest'
import { maskUrl } from '#text/mask-url'
import { parseAccountName } from './account-name.ts'
import { parseAddress } from './address.ts'
import { integerParser, parseBoolean, parseDuration } from './plain.ts'
import { parseQuoteReference, parseReference } from './reference.ts'
import { parseEndpointUrl, parseServiceUrl, requireSafeEndpoint } from './url.ts'

const good = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('addresses: mixed case is checked, uniform case has no checksum', () => {
  expect(parseAddress(good)).toBe(good.toLowerCase())
  expect(parseAddress(good.toLowerCase())).toBe(good.toLowerCase())
  expect(parseAddress(`0x${good.slice(2).toUpperCase()}`)).toBe(good.toLowerCase())
  const wrong = good.replace('d8dA', 'd8da')
  expect(() => parseAddress(wrong)).toThrow(expect.objectContaining({ code: 'BAD_CHECKSUM' }))
  expect(() => parseAddress(good.slice(0, -1))).toThrow(expect.objectContaining({ code: 'INVALID_ADDRESS' }))
})

test('times have a unit', () => {
  expect(parseDuration('90s')).toBe(90)
  expect(parseDuration('5m')).toBe(300)
  expect(parseDuration('24h')).toBe(86_400)
  for (const text of ['90', '0s', '25h', '1.5m', '-1s', ''])
    expect(() => parseDuration(text), text).toThrow(/time|between/)
})

test('switches and numbers', () => {
  expect(parseBoolean('')).toBe(false)
  expect(parseBoolean('Yes')).toBe(true)
  expect(() => parseBoolean('maybe')).toThrow('neither')
  expect(integerParser(0, 10)('10')).toBe(10)
  for (const text of ['11', '-1', '1.0', '1e1', '0x1', ''])
    expect(() => integerParser(0, 10)(text)).toThrow('whole number')
})

test('quotes are named by 8 characters or more', () => {
  expect(parseQuoteReference('7B3E91C4')).toBe('7b3e91c4')
  expect(parseQuoteReference('last')).toBe('last')
  expect(parseQuoteReference('391cd96d-c4bb-453a')).toBe('391cd96d-c4bb-453a')
  for (const text of ['7b3e91c', '391cd96dc4bb', 'q_12345678', '']) {
    expect(() => parseQuoteReference(text)).toThrow(expect.objectContaining({ code: 'INVALID_QUOTE_ID' }))
  }
  expect(parseReference(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  expect(parseReference('Order-17')).toBe('Order-17')
})

test('endpoints are encrypted or on this machine, and messages never repeat them', () => {
  expect(parseEndpointUrl('http://127.0.0.1:8545')).toBe('http://127.0.0.1:8545')
  expect(parseEndpointUrl('https://rpc.example/key')).toBe('https://rpc.example/key')
  for (const text of ['http://rpc.example/CANARY', 'ftp://x/CANARY', 'CANARY', 'wss://x/CANARY']) {
    const taken = () => requireSafeEndpoint(parseEndpointUrl(text), false)
    expect(taken).toThrow(expect.not.objectContaining({ message: expect.stringContaining('CANARY') }))
  }
  expect(() => requireSafeEndpoint(parseEndpointUrl('http://10.0.0.5:8545/CANARY'), false)).toThrow('--allow-http-rpc')
  expect(requireSafeEndpoint(parseEndpointUrl('http://10.0.0.5:8545/'), true)).toBe('http://10.0.0.5:8545/')
  expect(() => parseServiceUrl('http://10.0.0.5')).toThrow('only https:// or this machine')
  expect(maskUrl('https://user:CANARY@rpc.example/v3/CANARY?k=CANARY')).toBe('https://rpc.example/…')
  expect(maskUrl('https://rpc.example/')).toBe('https://rpc.example')
  expect(maskUrl('local')).toBe('local')
  expect(maskUrl('postgres://user:CANARY@db.example:5432/x')).toBe('postgres://db.example:5432/…')
  expect(maskUrl('postgres://user:CAN#ARY@[db')).toBe('postgres://…')
})

test('a key is not taken for a name, and is not repeated', () => {
  expect(parseAccountName('main')).toBe('main')
  for (const text of [`0x${'1'.repeat(64)}`, '../evil', 'a/b', '', '-x', 'test test test test test']) {
    expect(() => parseAccountName(text)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('1111') }),
    )
  }
})
