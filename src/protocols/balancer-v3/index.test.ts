import { describe, expect, test } from 'vitest'
import { word } from '#domain/calls/words'
import type { Pool, Venue } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Amount, evm, type Hex, hex, noBytes } from '#domain/units'
import { protocol } from './index.ts'
import type { BalancerV3State } from './state.ts'

const wad = 10n ** 18n
const token = (end: string) => evm(`0x${'0'.repeat(38)}${end}`)
const [a, b, c] = [token('0a'), token('0b'), token('0c')]
const vault = evm('0xba1333333333a1ba1108e8412f11850a5c319ba9')
const known = { address: evm(`0x${'1'.repeat(40)}`), tokens: [a, b], feePpm: 3_000, facts: { curve: 'weighted' } }
const venue: Venue = {
  protocol: 'balancer-v3',
  name: 'balancer-v3',
  title: 'Balancer V3',
  factory: vault,
  feesPpm: [],
  pools: [known],
}
const pool: Pool = { ...known, venue }

const half: BalancerV3State = {
  tokens: [100n, 200n].map((held) => ({ raw: held * wad, scaling: 1n, rate: wad })),
  curve: { type: 'weighted', weights: [wad / 2n, wad / 2n], leastBalances: undefined },
  swapFee: 3n * 10n ** 15n,
  aggregateSwapFee: wad / 2n,
  leastTrade: 1_000_000n,
}
const sell = (amountIn: bigint, from = 0) => ({ from, to: 1 - from, amountIn: amountIn as Amount })
const words = (...values: readonly bigint[]): Hex => hex(`0x${values.map(word).join('')}`)

/** As the vault packs it: static fee 0.3 %, half of it leaves the pool. */
const config = ((3n * 10n ** 4n) << 18n) | ((5n * 10n ** 6n) << 42n)

/** `getPoolData` of two tokens, only the parts that are read. */
function poolData(bits: bigint): Hex {
  const lists = [100n * wad, 200n * wad, wad, wad, 1n, 1n]
  const list = (i: number) => [2n, lists[2 * i] ?? 0n, lists[2 * i + 1] ?? 0n]
  const head = [bits, 0n, 0n, 7n * 32n, 0n, 10n * 32n, 13n * 32n]
  return words(32n, ...head, ...list(0), ...list(1), ...list(2))
}

/** Answers the one round of reads. */
function loadWith(of: Pool, ...answers: readonly Hex[]) {
  const reading = protocol.load(of)
  const first = reading.next()
  if (!first.done) expect(first.value.length).toBe(answers.length)
  return reading.next(answers)
}

const no = words(0n)
const yes = words(1n)
const weights = words(32n, 2n, wad / 2n, wad / 2n)

test('finds the known pools that hold both tokens, without any read', () => {
  const found = protocol.find(venue, [b, a])
  expect(found.next().value).toEqual([])
  expect(found.next([])).toEqual({ done: true, value: [pool] })

  const other = protocol.find(venue, [a, c])
  other.next()
  expect(other.next([])).toEqual({ done: true, value: [] })
})

describe('reading a pool', () => {
  test('of the first release', () => {
    const { done, value } = loadWith(pool, poolData(config), no, no, words(1_000_000n), weights, noBytes)
    expect([done, value]).toEqual([true, half])
  })

  test('of a later one', () => {
    const { value } = loadWith(pool, poolData(config), no, no, words(1_000_000n), weights, words(32n, 2n, 5n, 6n))
    expect(value).toMatchObject({ curve: { leastBalances: [5n, 6n] } })
  })

  test('of a stable curve, in recovery mode', () => {
    const stable = { ...pool, facts: { curve: 'stable' } }
    const { value } = loadWith(stable, poolData(config | 8n), no, no, words(1_000_000n), words(200_000n, 0n, 1_000n))
    const curve = { type: 'stable', amplification: 200_000n }
    expect(value).toEqual({ ...half, curve, aggregateSwapFee: 0n })
  })

  test('without liquidity gives no state', () => {
    expect(loadWith(pool, noBytes, no, no, words(1n), weights, noBytes)).toEqual({ done: true, value: undefined })
  })

  test.each([11n, 12n, 13n])('whose hook has bit %i is skipped', (bit) => {
    const load = () => loadWith(pool, poolData(config | (1n << bit)), no, no, words(1n), weights, noBytes)
    expect(load).toThrow(new PoolSkippedError('hooks'))
  })

  test.each([8n, 9n, 10n, 14n, 15n, 16n, 17n])('whose hook has only bit %i, of liquidity, is read', (bit) => {
    expect(loadWith(pool, poolData(config | (1n << bit)), no, no, words(1n), weights, noBytes).done).toBe(true)
  })

  test.each([
    ['pool', yes, no],
    ['vault', no, yes],
  ])('is skipped while its %s is paused', (_, poolPaused, vaultPaused) => {
    const load = () => loadWith(pool, poolData(config), poolPaused, vaultPaused, words(1n), weights, noBytes)
    expect(load).toThrow(new PoolSkippedError('paused'))
  })

  test('of another curve is skipped', () => {
    expect(() => protocol.load({ ...pool, facts: { curve: 'gyro' } }).next()).toThrow(
      new PoolSkippedError('unmodelled'),
    )
  })
})

test('half of the fee leaves the pool, and the second trade sees it', () => {
  const after = protocol.stateAfter(half, sell(wad))
  const out = protocol.amountOut(half, sell(wad)) ?? 0n
  expect(after.tokens.map(({ raw }) => raw)).toEqual([101n * wad - 15n * 10n ** 14n, 200n * wad - out])
})

test('a trade that the vault refuses has no output and no next state', () => {
  expect(protocol.amountOut(half, sell(1_000_000n))).toBeUndefined() // below the minimum after the fee is deducted
  expect(protocol.amountOut(half, sell(30n * wad))).toBeDefined()
  expect(protocol.amountOut(half, sell(31n * wad))).toBeUndefined()
  expect(() => protocol.stateAfter(half, sell(31n * wad))).toThrow(RangeError)
})

test('a leg goes through the adapter and names the pool', () => {
  expect(protocol.move(pool, sell(wad))).toMatchObject({ move: 'adapter', target: pool.address, data: 0 })
})
