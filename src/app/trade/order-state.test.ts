import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import { evm, hex, noBytes, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { requireFreeNonce } from './order-state.ts'

const [nonces, sender] = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)]
const terms = { nonces, sender, nonce: 1n, deadline: seconds(1_800_000_600) }
const [free, used] = [0, 2].map((bits) => hex(`0x${bits.toString(16).padStart(64, '0')}`))

/** Endpoints at blocks 100, 101, …, each with its word of the bitmap. */
const chainOf = (...words: readonly (typeof free)[]) =>
  ({
    network: getNetworkEntry('ethereum'),
    allReadsWithBlock: async () =>
      words.map((word, i) => ({ block: { number: 100 + i, time: 1_800_000_000 }, answers: [word] })),
    headers: async () => [],
  }) as unknown as Chain
const askFor = (...words: readonly (typeof free)[]) => requireFreeNonce(chainOf(...words), terms, 'the quote')

test('a nonce that every endpoint shows free is free from the lowest of their blocks on', async () => {
  expect(await askFor(free, free)).toBe(100)
  expect(await askFor(noBytes, free)).toBe(101)
})

test('one that every endpoint shows used is of an order before', async () => {
  await expect(askFor(used, used)).rejects.toMatchObject({ code: 'QUOTE_CONSUMED', details: { id: 'the quote' } })
})

test('endpoints that contradict each other prove no use, and are said to', async () => {
  const told = 'The endpoints of Ethereum contradict each other about whether the nonce of the order is used.'
  for (const words of [
    [free, used],
    [used, free],
  ])
    await expect(askFor(...words)).rejects.toMatchObject({
      code: 'CHECK_FAILED',
      message: expect.stringContaining(told),
    })
})

test('endpoints that do not tell prove neither', async () => {
  await expect(askFor(noBytes)).rejects.toMatchObject({
    code: 'NETWORK_UNAVAILABLE',
    message: expect.stringContaining('none tells whether the nonce of the order is used'),
  })
})
