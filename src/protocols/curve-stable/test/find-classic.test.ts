/**
 * Pools of the factories before StableSwap-NG, on a port of one, and pools that an entry states: how D's product is
 * divided is told by neither.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facts, Pool, Venue } from '#domain/pools/protocol'
import { type Address, amount, evm, nativeToken } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { listPossibleQuotes, swap } from '#protocols/curve-stable/amounts/swap'
import { protocol } from '#protocols/curve-stable/index'
import { listAgreeing } from '#protocols/curve-stable/read-pool'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createAdapterFixture,
  createCallBuilder,
  type PreparedPool,
} from '#test/conformance/adapters/fixture'
import { readingOn } from '#test/conformance/adapters/reading'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { openOver } from './meta-pools.ts'
import { anyAmounts, hasInvariant, openPools } from './pools.ts'

const entry =
  'tuple(address[4] coins, uint256[4] decimals, address implementation, address base, address[8] below, uint256[8] digits)'
const { step } = createCallBuilder([`function add(address pool, ${entry} entry)`])
const ether = 10n ** 18n
const amounts = [1_000n * ether, 1_100n * ether, 900n * ether, 1_000n * ether]
const worths = [ether, ether, ether, ether]
const implementation = evm('0x6523Ac15EC152Cb70a334230F6c5d62C5Bd963f1')

let chain: LocalChain
let fixture: AdapterFixture
let prepare: (which: number) => PreparedPool<CurveStableState>
let prepareOver: (which: number) => PreparedPool<CurveStableState>
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
  const opened = await openPools(fixture)
  await chain.placeClock()
  const over = await openOver(fixture)
  prepare = (which) => opened({ which, amounts, worths })
  const sizes = { amounts, worths, shares: 980_000n, held: 300_000n, skew: 1_100n }
  prepareOver = (which) => over({ which, ...sizes, kept: { rate: 999_000n, age: 700n } })
}, 240_000)
afterAll(() => chain.stop())

const run = readingOn(() => chain)

const pad = <T>(list: readonly T[], length: number, filling: T) => Array.from({ length }, (_, i) => list[i] ?? filling)

const digitsOf = ({ facts }: Pool) => facts?.['decimals'] as readonly number[]

async function venueOf(pool: Pool, facts: Facts): Promise<Venue> {
  const factory = await fixture.deploy(port('CurveClassicFactoryPort'))
  const own = pool.base === undefined ? pool.tokens.length : 2
  const [tokens, digits] = [pool.tokens, digitsOf(pool)]
  const below = pool.base === undefined ? [] : [tokens[0] ?? nativeToken, ...tokens.slice(own)]
  const belowDigits = pool.base === undefined ? [] : [digits[0] ?? 0, ...digits.slice(own)]
  const made = [
    pad(tokens.slice(0, own), 4, nativeToken),
    pad(digits.slice(0, own), 4, 0),
    implementation,
    pool.base ?? nativeToken,
    pad(below, 8, nativeToken),
    pad(belowDigits, 8, 0),
  ]
  await fixture.runSteps([step(factory, 'add', pool.address, made)])
  const { kind } = protocol
  return { protocol: kind, name: 'curve', title: 'Curve', factory, feesPpm: [], facts: { looksUp: true, ...facts } }
}

const known = { implementations: [implementation] }
const pairOf = ({ tokens }: Pool) => [tokens[0] as Address, tokens.at(-1) as Address] as const

/** Of the pools of `openPools`, with a precision of 100: D's product is divided once, and at every balance. */
const [dividedOnce, divided] = [2, 3]

test.each([
  [dividedOnce, 400],
  [divided, 10_000],
])('pool %i is found in a classic factory and read exactly', async (which, feePpm) => {
  const { pool, state, steps } = prepare(which)
  expect([state.precision, state.offpegE10]).toEqual([100n, undefined])
  await fixture.runSteps(steps)
  const venue = await venueOf(pool, known)
  const { value: found, rounds } = await run(protocol.find(venue, pairOf(pool)))
  expect(rounds).toBe(2)
  const facts = { precision: 100, probesDivision: true, decimals: digitsOf(pool) }
  expect(found).toEqual([{ ...pool, venue, feePpm, facts }])
  const { value } = await run(protocol.load(found[0] as Pool))
  expect({ ...value, dividedOnce: state.dividedOnce }).toEqual(state)
})

test('a pool of another implementation is skipped', async () => {
  const { pool } = prepare(dividedOnce)
  const venue = await venueOf(pool, { implementations: [evm('0x24D937143d3F5cF04c72bA112735151A8CAE2262')] })
  const { value } = await run(protocol.find(venue, pairOf(pool)))
  expect(value.map(({ skipReason }) => skipReason)).toEqual(['unmodelled'])
})

test('a metapool is read if the venue states its base pool, and else skipped', async () => {
  const { pool, state, steps } = prepareOver(1)
  await fixture.runSteps(steps)
  const bases = [[pool.base ?? '', Number(state.over?.base.precision)]]
  const pair = [pool.tokens[0] as Address, pool.tokens[2] as Address] as const
  const [one] = (await run(protocol.find(await venueOf(pool, { ...known, bases }), pair))).value
  expect(one).toMatchObject({ tokens: pool.tokens, base: pool.base })
  const { value } = await run(protocol.load(one as Pool))
  expect(value?.balances).toEqual(state.balances)
  const [other] = (await run(protocol.find(await venueOf(pool, known), pair))).value
  expect(other?.skipReason).toBe('unmodelled')
})

test('a stated pool has the chain’s fee, and is skipped if its tokens or decimals are others', async () => {
  const { pool } = prepare(dividedOnce)
  const [first, second] = pairOf(pool)
  const findStated = async (tokens: readonly Address[], decimals: readonly number[]) => {
    const stated = { address: pool.address, tokens, feePpm: 1, facts: { ...pool.facts, decimals } }
    const venue = { ...pool.venue, pools: [stated] }
    return (await run(protocol.find(venue, [first, second]))).value.map(({ feePpm, skipReason }) => [
      feePpm,
      skipReason,
    ])
  }
  expect(await findStated(pool.tokens, digitsOf(pool))).toEqual([[400, undefined]])
  expect(await findStated(pool.tokens.toReversed(), digitsOf(pool))).toEqual([[400, 'unmodelled']])
  expect(await findStated(pool.tokens, digitsOf(pool).with(0, 5))).toEqual([[400, 'unmodelled']])
})

const sizes = [1_000n, 7_331n, 977_777n, 12_345_679n]

test('the quotes tell how D is divided, or it makes no difference to a trade', () => {
  const anyState = fc
    .record({
      amounts: anyAmounts,
      decimals: fc.constantFrom([18, 18], [6, 18], [6, 6], [18, 6, 6]),
      a: fc.bigInt({ min: 10n, max: 2_000n }),
      dividedOnce: fc.boolean(),
    })
    .map(
      ({ decimals, a, ...rest }): CurveStableState => ({
        balances: decimals.map((n, i) => (rest.amounts[i] ?? 0n) / 10n ** BigInt(18 - n)),
        rates: decimals.map((n) => 10n ** BigInt(36 - n)),
        ...{ amplification: a * 100n, precision: 100n, dividedOnce: rest.dividedOnce },
        ...{ feeE10: 4_000_000n, adminFeeE10: 5_000_000_000n },
      }),
    )
    .filter((state) => hasInvariant(state) && !state.balances.includes(0n))
  const parts = fc.array(fc.bigInt({ min: 2n, max: 100_000n }), { minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(anyState, parts, (state, shares) => {
      const decimals = state.rates.map((rate) => 36 - (rate.toString().length - 1))
      const count = decimals.length
      const trades = decimals.map((_, from) => ({ from, to: (from + 1) % count }))
      const said = trades.flatMap((trade, i) =>
        sizes.map((size) => {
          const amountIn = amount((size * 10n ** BigInt(decimals[i] ?? 0)) / 1_000n)
          return listPossibleQuotes(state, { ...trade, amountIn })[0] ?? 0n
        }),
      )
      const pool = { tokens: decimals, facts: { decimals, probesDivision: true } } as never
      const [chosen] = listAgreeing(pool, { state: { ...state, dividedOnce: false }, said })
      expect(chosen).toBeDefined()
      const outOf = (one: CurveStableState | undefined, share: bigint, trade: { from: number; to: number }) =>
        undefinedOnRangeError(
          () => one && swap(one, { ...trade, amountIn: amount((one.balances[trade.from] ?? 0n) / share) }),
        )?.out
      for (const share of shares)
        for (const trade of trades) expect(outOf(chosen, share, trade)).toBe(outOf(state, share, trade))
    }),
    { numRuns: 200, seed: 24 },
  )
})
