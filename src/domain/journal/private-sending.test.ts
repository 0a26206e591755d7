import { expect, test } from 'vitest'
import type { Observation } from '#domain/journal/observations'
import { findBroadcastTarget, type PrivateSending, toPrivateSending } from '#domain/journal/private-sending'
import { hex, seconds } from '#domain/units'

const hash = hex(`0x${'11'.repeat(32)}`)
const sending: PrivateSending = { endpoint: 'relay.example', origin: 'https://relay.example', fallback: 5, since: 100 }
const look = (endpoint: string, at: number, number: number): Observation => ({
  kind: 'look',
  at: seconds(at),
  endpoint,
  hash,
  head: { number, hash, time: seconds(at) },
  nonce: 0,
  seen: 'absent',
})
const broadcast = (endpoint: string, via?: 'private'): Observation => ({
  ...{ kind: 'broadcast', at: seconds(1), endpoint, hash, outcome: 'accepted' },
  ...(via === undefined ? {} : { via }),
})

test('without a record, bytes are public; with `never`, they are private at any height', () => {
  expect(findBroadcastTarget(undefined, [])).toBe('public')
  const never: PrivateSending = { ...sending, fallback: 'never' }
  expect(findBroadcastTarget(never, [])).toBe(never)
  expect(findBroadcastTarget(never, [broadcast('relay.example', 'private'), look('a', 9, 10_000)])).toBe(never)
})

test('a fallback begins at its block, by the lowest head of those asked last, and does not end', () => {
  expect(findBroadcastTarget(sending, [])).toBe(sending)
  expect(findBroadcastTarget(sending, [look('a', 9, 104)])).toBe(sending)
  expect(findBroadcastTarget(sending, [look('a', 9, 105)])).toBe('public')
  expect(findBroadcastTarget(sending, [look('a', 9, 10_000), look('b', 9, 104)])).toBe(sending)
  expect(findBroadcastTarget(sending, [look('b', 9, 101), look('a', 60, 105)])).toBe('public')
  expect(findBroadcastTarget(sending, [broadcast('relay.example', 'private'), look('a', 9, 104)])).toBe(sending)
  expect(findBroadcastTarget(sending, [broadcast('a'), look('a', 9, 104)])).toBe('public')
})

test('the record keeps nothing of a URL that may be a key', () => {
  const recordOf = (url: string) => toPrivateSending({ url, fallback: 'never' }, 7)
  expect(recordOf('https://relay.example')).toEqual({
    endpoint: 'relay.example',
    origin: 'https://relay.example',
    fallback: 'never',
    since: 7,
  })
  for (const url of ['https://relay.example/key', 'https://relay.example/?k=1', 'https://key@relay.example'])
    expect(recordOf(url)).toEqual({ endpoint: 'relay.example', fallback: 'never', since: 7 })
})
