import { expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { amount, evm } from '#domain/units'
import { createKnownPairs } from './known-pairs.ts'

const at = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const [hub, wrapped] = [at(1), at(2)]
const sold = [at(3), at(4)]
const venue = {
  protocol: 'uniswap-v2',
  name: 'uniswap-v2',
  title: 'Uniswap V2',
  factory: at(9),
  feesPpm: [3000],
}
/** A new object at each call, as each survey creates its own. */
const hubPool = (more: Partial<Pool> = {}): Pool => ({
  venue,
  address: at(100),
  tokens: [hub, wrapped],
  feePpm: 3000,
  ...more,
})

function twoPairs(ofSecond: Pool) {
  const pairs = createKnownPairs({ wrapped, hubs: [hub] })
  const found = [hubPool(), ofSecond]
  for (const [i, pool] of found.entries()) {
    const pair = [sold[i] ?? hub, wrapped] as const
    pairs.add({ pair, tokens: [], pools: [{ pool, state: amount(1n) }], skipped: [] }, i)
  }
  return { pairs, found }
}

test('a pool of several pairs is the same object whichever pair was added last', () => {
  const { pairs, found } = twoPairs(hubPool())
  const objects = sold.map((token) => {
    pairs.find([token, wrapped], 10)
    return pairs.selectPoolsToRead(10).pools
  })
  expect(objects).toEqual([[found[0]], [found[0]]])
  expect(objects[1]?.[0]).toBe(objects[0]?.[0])
})

test('a later discovery of a pool applies to all its pairs', () => {
  const later = hubPool({ facts: { flag: true } })
  const { pairs } = twoPairs(later)
  pairs.find([at(3), wrapped], 10)
  expect(pairs.selectPoolsToRead(10).pools).toEqual([later])
})
