import { expect, test } from 'vitest'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import { evm, hex, seconds } from '#domain/units'
import type { LogSpan } from './log-span.ts'
import { fetchLogs } from './logs.ts'

const address = evm(`0x${'12'.repeat(20)}`)
const hash = hex(`0x${'ab'.repeat(32)}`)
const head = { number: '0x9', hash, timestamp: '0x1', gasLimit: '0x1', gasUsed: '0x1', parentHash: hash }
const search = { address, topics: [hash], first: 1, last: 9 }

/** An endpoint that throws these faults, one after the other, and then answers. */
function setUp(faults: readonly EndpointFault[]) {
  const slept: number[] = []
  const spans = new Map<string, LogSpan>()
  let asked = 0
  const endpoint = {
    url: new URL('http://127.0.0.1:1'),
    ask: async () => {
      const fault = faults[asked++]
      if (fault !== undefined) throw fault
      return [{ result: [] }, { result: head }]
    },
  } as unknown as CheckedEndpoint
  const clock = {
    now: () => seconds(1),
    elapsed: () => 0,
    sleep: async (milliseconds: number) => void slept.push(milliseconds),
  }
  return { slept, spans, fetch: () => fetchLogs({ endpoint, spans, clock }, search), asked: () => asked }
}

const tooMany = (retryAfterMs?: number) =>
  new EndpointFault('answers 429', { isTransient: true, limitsRate: true, retryAfterMs })

test('a rate limit is waited for, with the same blocks, and then asked less often', async () => {
  const { slept, spans, fetch } = setUp([tooMany(), tooMany(90_000), tooMany(1_500)])
  const { checkpoint } = await fetch()
  expect(checkpoint.block).toBe(9)
  // rests of 2 s, of the node's own up to a minute, and longer and longer between requests
  expect(slept).toEqual([2_000, 50, 60_000, 100, 1_500, 200])
  expect([...spans.values()].map(({ blocks }) => blocks)).toEqual([10_000])
})

test('a node that goes on limiting is given up after six rests', async () => {
  const { slept, fetch, asked } = setUp(Array.from({ length: 100 }, () => tooMany()))
  await expect(fetch()).rejects.toThrow('answers 429')
  expect(slept.filter((milliseconds) => milliseconds >= 2_000).slice(0, 6)).toEqual([
    2_000, 5_000, 10_000, 20_000, 30_000, 30_000,
  ])
  expect(asked()).toBeLessThan(100)
})

test('any other fault halves the blocks without a rest', async () => {
  const { slept, fetch, asked } = setUp([new EndpointFault('says: no', { isFromNode: true })])
  await fetch()
  expect(slept).toEqual([])
  expect(asked()).toBe(2)
})
