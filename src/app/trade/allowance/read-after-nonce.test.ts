/** A nonce and a state of two endpoints are ordered by a block that both have, never by their heights. */
import { expect, test } from 'vitest'
import { readAfterNonce } from '#app/trade/allowance/pending'
import type { Block } from '#domain/pools/snapshot'
import { blockNumber, evm, type Hex, hex, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('sandbox')
const hash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const blockOf = (number: number, own: Hex = hash(number)): Block => ({
  ...{ number: blockNumber(number), hash: own, time: seconds(500) },
})

interface Shown {
  /** Of the first endpoint, which has the head 50: each endpoint's nonce there, and the hash of its block 50. */
  readonly nonces: readonly (readonly [nonce: number | undefined, hash: Hex])[]
  /** In each reading, by the endpoint that answers: its head, and the hash of its block 50. */
  readonly readings: readonly (readonly [head: number, fiftieth: Hex | undefined])[]
}

async function read({ nonces, readings }: Shown) {
  const left = [...readings]
  const chain = {
    network,
    head: async () => blockOf(50),
    readWithBlock: async () => Promise.reject(new Error('it reads by itself')),
    nonceAt: async () => nonces.map(([nonce, own], i) => ({ endpoint: `node ${i}`, block: blockOf(50, own), nonce })),
  }
  const clock = { sleep: async () => undefined }
  const heights: number[] = []
  const { executed, states } = await readAfterNonce({ clock }, chain, evm(`0x${'11'.repeat(20)}`), async (at) => {
    heights.push(at)
    const [head, fiftieth] = left.shift() ?? readings.at(-1) ?? [0, undefined]
    const ancestor = fiftieth === undefined ? {} : { ancestor: blockOf(50, fiftieth) }
    return { states: [{ block: blockOf(head), ...ancestor }] as const }
  })
  expect(heights.every((at) => at === 50)).toBe(true)
  return { executed, head: states[0].block.number, readings: heights.length }
}

const [same, other] = [hash(50), hash(999)]

test.each<[why: string, shown: Shown]>([
  ['one on a branch of its own, however high', { nonces: [[6, same]], readings: [[90, other]] }],
  ['one that lacks the block', { nonces: [[6, same]], readings: [[90, undefined]] }],
  ['one that is behind', { nonces: [[6, same]], readings: [[49, undefined]] }],
  ['a nonce of another block alone', { nonces: [[6, other]], readings: [[50, same]] }],
  ['no nonce', { nonces: [[undefined, same]], readings: [[50, same]] }],
])('what is read from %s is not taken to come after the nonce', async (_, shown) => {
  await expect(read(shown)).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE', exit: 5 })
})

test('a state of the very block, or of one after it, is', async () => {
  expect(await read({ nonces: [[6, same]], readings: [[50, same]] })).toEqual({ executed: 6, head: 50, readings: 1 })
  expect(await read({ nonces: [[6, same]], readings: [[58, same]] })).toEqual({ executed: 6, head: 58, readings: 1 })
})

test('the lowest nonce counts, that of another branch too', async () => {
  const nonces = [[6, same] as const, [5, other] as const]
  expect(await read({ nonces, readings: [[50, same]] })).toEqual({ executed: 5, head: 50, readings: 1 })
})

test('an endpoint that lags, or leaves its branch, is read again', async () => {
  const readings = [[49, undefined] as const, [51, other] as const, [51, same] as const]
  expect(await read({ nonces: [[6, same]], readings })).toEqual({ executed: 6, head: 51, readings: 3 })
})
