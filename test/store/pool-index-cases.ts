/** What every store must do with an index of pools, whatever database it is in. */
import { describe, expect, test } from 'vitest'
import type { IndexedSource, IndexStep, MadePool } from '#domain/creations'
import { type Address, evm } from '#domain/units'
import { type Ground, openedAt } from './service-store-cases.ts'
import { someHash } from './swap-samples.ts'

const numbered = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const [a, b, c, d] = [1, 2, 3, 4].map(numbered) as [Address, Address, Address, Address]
const source: IndexedSource = { network: 'base', source: 'balancer-v2', factory: numbered(99) }

const poolOf = (n: number, tokens: readonly Address[], more: Partial<MadePool> = {}): MadePool => ({
  address: numbered(1_000 + n),
  tokens,
  feePpm: 3_000,
  facts: { poolId: '0x00', scalings: [1n, 10n ** 12n], isFirst: true },
  block: n,
  ...more,
})

const step = (more: Partial<IndexStep>): IndexStep => ({
  version: undefined,
  first: 0,
  last: 100,
  marks: [{ block: 100, hash: someHash() }],
  pools: [],
  ...more,
})

export function poolIndexCases(ground: Ground): void {
  const opened = async () => (await openedAt(ground, await ground.place())).pools
  const pair = async () => {
    const place = await ground.place()
    return [(await openedAt(ground, place)).pools, (await openedAt(ground, place)).pools] as const
  }
  const bare = ({ block: _, ...pool }: MadePool) => pool

  describe('the index of pools', () => {
    test('gives pools back as they were put, every integer exact, by any two of their tokens', async () => {
      const [one, two] = await pair()
      const pools = [poolOf(1, [c, a, b]), poolOf(2, [a, d], { leftOut: 'hooks' })]
      expect(await one.put(source, step({ pools }))).toBe(true)
      const of = async (...tokens: Address[]) => (await two.between('base', tokens)).map(({ pool }) => pool)
      for (const tokens of [
        [a, b],
        [b, c],
        [c, a],
        [d, c, b],
      ])
        expect(await of(...tokens)).toEqual([bare(pools[0] as MadePool)])
      expect(await of(d, a)).toEqual([bare(pools[1] as MadePool)])
      expect(await of(a, b, c, d)).toHaveLength(2)
      expect([await of(b, d), await of(a), await of()]).toEqual([[], [], []])
      expect(await two.between('ethereum', [a, b])).toEqual([])
      expect(await two.counts(source)).toEqual({ '': 1, hooks: 1 })
    })

    test('puts what is new of some blocks in the place of what was there, and leaves the others', async () => {
      const index = await opened()
      const [old, undone, later] = [poolOf(10, [a, b]), poolOf(20, [a, b]), poolOf(30, [a, b])]
      await index.put(source, step({ pools: [old, undone, later] }))
      await index.put(source, step({ version: 1, first: 15, last: 25, pools: [poolOf(21, [a, b])] }))
      const blocks = (await index.between('base', [a, b])).map(({ pool }) => Number(pool.address) - 1_000)
      expect(blocks).toEqual([10, 21, 30])
    })

    test('tells how far it came, and lets one of two go on', async () => {
      const [one, two] = await pair()
      expect(await one.cursor(source)).toBeUndefined()
      const tries = [one, two, one, two].map((index, i) => index.put(source, step({ pools: [poolOf(i, [a, b])] })))
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
      expect(await one.between('base', [a, b])).toHaveLength(1)

      const marks = [
        { block: 200, hash: someHash() },
        { block: 100, hash: someHash() },
      ]
      const next = [one, two, two, one].map((index) => index.put(source, step({ version: 1, first: 0, marks })))
      expect((await Promise.all(next)).filter(Boolean)).toHaveLength(1)
      expect(await two.cursor(source)).toEqual({ version: 2, marks })
      expect(await two.cursor({ ...source, factory: numbered(98) })).toBeUndefined()
    })

    test('gives those that can be worked out first and the oldest of them, so that nobody crowds them out', async () => {
      const index = await opened()
      const hooked = Array.from({ length: 60 }, (_, i) => poolOf(i + 1, [a, b], { leftOut: 'hooks' }))
      const plain = Array.from({ length: 60 }, (_, i) => poolOf(i + 500, [a, b]))
      await index.put(source, step({ last: 1_000, pools: [...hooked, ...plain] }))
      const given = await index.between('base', [a, b])
      expect(given.map(({ pool }) => pool.address)).toEqual(plain.slice(0, 48).map(({ address }) => address))
    })
  })
}
