import { expect, test } from 'vitest'
import { accountName } from './account-name.ts'
import { address } from './address.ts'
import { duration, flagText, wholeNumber } from './plain.ts'
import { anyReference, quoteReference } from './reference.ts'
import { endpointUrl, maskedUrl, serviceAddress, takenEndpoint } from './url.ts'

const good = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('addresses: mixed letters are checked, uniform ones carry no check', () => {
  expect(address(good)).toBe(good.toLowerCase())
  expect(address(good.toLowerCase())).toBe(good.toLowerCase())
  expect(address(`0x${good.slice(2).toUpperCase()}`)).toBe(good.toLowerCase())
  const wrong = good.replace('d8dA', 'd8da')
  expect(() => address(wrong)).toThrow(expect.objectContaining({ code: 'BAD_CHECKSUM' }))
  expect(() => address(good.slice(0, -1))).toThrow(expect.objectContaining({ code: 'INVALID_ADDRESS' }))
})

test('times have a unit', () => {
  expect(duration('90s')).toBe(90)
  expect(duration('5m')).toBe(300)
  expect(duration('24h')).toBe(86_400)
  for (const text of ['90', '0s', '25h', '1.5m', '-1s', '']) expect(() => duration(text), text).toThrow(/time|between/)
})

test('switches and numbers', () => {
  expect(flagText('')).toBe(false)
  expect(flagText('Yes')).toBe(true)
  expect(() => flagText('maybe')).toThrow('neither')
  expect(wholeNumber(0, 10)('10')).toBe(10)
  for (const text of ['11', '-1', '1.0', '1e1', '0x1', ''])
    expect(() => wholeNumber(0, 10)(text)).toThrow('whole number')
})

test('quotes are named by 8 characters or more', () => {
  expect(quoteReference('7B3E91C4')).toBe('7b3e91c4')
  expect(quoteReference('last')).toBe('last')
  expect(quoteReference('391cd96d-c4bb-453a')).toBe('391cd96d-c4bb-453a')
  for (const text of ['7b3e91c', '391cd96dc4bb', 'q_12345678', '']) {
    expect(() => quoteReference(text)).toThrow(expect.objectContaining({ code: 'INVALID_QUOTE_ID' }))
  }
  expect(anyReference(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  expect(anyReference('Order-17')).toBe('Order-17')
})

test('endpoints are encrypted or on this machine, and complaints never repeat them', () => {
  expect(endpointUrl('http://127.0.0.1:8545')).toBe('http://127.0.0.1:8545')
  expect(endpointUrl('https://rpc.example/key')).toBe('https://rpc.example/key')
  for (const text of ['http://rpc.example/CANARY', 'ftp://x/CANARY', 'CANARY', 'wss://x/CANARY']) {
    const taken = () => takenEndpoint(endpointUrl(text), false)
    expect(taken).toThrow(expect.not.objectContaining({ message: expect.stringContaining('CANARY') }))
  }
  expect(() => takenEndpoint(endpointUrl('http://10.0.0.5:8545/CANARY'), false)).toThrow('--allow-http-rpc')
  expect(takenEndpoint(endpointUrl('http://10.0.0.5:8545/'), true)).toBe('http://10.0.0.5:8545/')
  expect(() => serviceAddress('http://10.0.0.5')).toThrow('only https:// or this machine')
  expect(maskedUrl('https://user:CANARY@rpc.example/v3/CANARY?k=CANARY')).toBe('https://rpc.example/…')
  expect(maskedUrl('https://rpc.example/')).toBe('https://rpc.example')
  expect(maskedUrl('local')).toBe('local')
  expect(maskedUrl('postgres://user:CANARY@db.example:5432/x')).toBe('postgres://db.example:5432/…')
  expect(maskedUrl('postgres://user:CAN#ARY@[db')).toBe('postgres://…')
})

test('a key is not taken for a name, and is not repeated', () => {
  expect(accountName('main')).toBe('main')
  for (const text of [`0x${'1'.repeat(64)}`, '../evil', 'a/b', '', '-x', 'test test test test test']) {
    expect(() => accountName(text)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('1111') }))
  }
})
