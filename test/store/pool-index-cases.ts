/** What every store must do with an index of pools, whatever its database. */
import { describe, expect, test } from 'vitest'
import type { CreatedPool, IndexedSource, IndexUpdate } from '#domain/pools/creations'
import { type Address, evm } from '#domain/units'
import { openStoreAt, type StoreHarness } from './service-store-cases.ts'
import { randomHash } from './swap-samples.ts'

const numbered = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const [a, b, c, d] = [1, 2, 3, 4].map(numbered) as [Address, Address, Address, Address]
const source: IndexedSource = { network: 'base', source: 'balancer-v2', factory: numbered(99) }

const poolOf = (n: number, tokens: readonly Address[], more: Partial<CreatedPool> = {}): CreatedPool => ({
  address: numbered(1_000 + n),
  tokens,
  feePpm: 3_000,
  facts: { poolId: '0x00', scalings: [1n, 10n ** 12n], isFirst: true },
  block: n,
  ...more,
})

const step = (more: Partial<IndexUpdate>): IndexUpdate => ({
  version: undefined,
  first: 0,
  last: 100,
  marks: [{ block: 100, hash: randomHash() }],
  pools: [],
  ...more,
})

export function testPoolIndex(ground: StoreHarness): void {
  const opened = async () => (await openStoreAt(ground, await ground.place())).pools
  const pair = async () => {
    const place = await ground.place()
    return [(await openStoreAt(ground, place)).pools, (await openStoreAt(ground, place)).pools] as const
  }
  const bare = ({ block: _, ...pool }: CreatedPool) => pool

  describe('the index of pools', () => {
    test('returns pools as they were put, every integer exact, by any two of their tokens', async () => {
      const [one, two] = await pair()
      const pools = [poolOf(1, [c, a, b]), poolOf(2, [a, d], { skipReason: 'hooks' })]
      expect(await one.put(source, step({ pools }))).toBe(true)
      const of = async (...tokens: Address[]) => (await two.findBetween('base', tokens)).map(({ pool }) => pool)
      for (const tokens of [
        [a, b],
        [b, c],
        [c, a],
        [d, c, b],
      ])
        expect(await of(...tokens)).toEqual([bare(pools[0] as CreatedPool)])
      expect(await of(d, a)).toEqual([bare(pools[1] as CreatedPool)])
      expect(await of(a, b, c, d)).toHaveLength(2)
      expect([await of(b, d), await of(a), await of()]).toEqual([[], [], []])
      expect(await two.findBetween('ethereum', [a, b])).toEqual([])
      expect(await two.counts(source)).toEqual({ '': 1, hooks: 1 })
    })

    test('replaces the pools of the given blocks, and leaves the others', async () => {
      const index = await opened()
      const [old, undone, later] = [poolOf(10, [a, b]), poolOf(20, [a, b]), poolOf(30, [a, b])]
      await index.put(source, step({ pools: [old, undone, later] }))
      await index.put(source, step({ version: 1, first: 15, last: 25, pools: [poolOf(21, [a, b])] }))
      const blocks = (await index.findBetween('base', [a, b])).map(({ pool }) => Number(pool.address) - 1_000)
      expect(blocks).toEqual([10, 21, 30])
    })

    test('reports its progress, and lets one of two writers continue', async () => {
      const [one, two] = await pair()
      expect(await one.cursor(source)).toBeUndefined()
      const tries = [one, two, one, two].map((index, i) => index.put(source, step({ pools: [poolOf(i, [a, b])] })))
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
      expect(await one.findBetween('base', [a, b])).toHaveLength(1)

      const marks = [
        { block: 200, hash: randomHash() },
        { block: 100, hash: randomHash() },
      ]
      const next = [one, two, two, one].map((index) => index.put(source, step({ version: 1, first: 0, marks })))
      expect((await Promise.all(next)).filter(Boolean)).toHaveLength(1)
      expect(await two.cursor(source)).toEqual({ version: 2, marks })
      expect(await two.cursor({ ...source, factory: numbered(98) })).toBeUndefined()
    })

    test('returns usable pools first, the oldest of them, so that new ones cannot crowd them out', async () => {
      const index = await opened()
      const hooked = Array.from({ length: 60 }, (_, i) => poolOf(i + 1, [a, b], { skipReason: 'hooks' }))
      const plain = Array.from({ length: 60 }, (_, i) => poolOf(i + 500, [a, b]))
      await index.put(source, step({ last: 1_000, pools: [...hooked, ...plain] }))
      const given = await index.findBetween('base', [a, b])
      expect(given.map(({ pool }) => pool.address)).toEqual(plain.slice(0, 48).map(({ address }) => address))
    })
  })
}
