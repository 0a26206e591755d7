import { describe, expect, test } from 'vitest'
import { word } from '#domain/calls/words'
import type { Facts, Pool, Venue } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Amount, evm, type Hex, hex } from '#domain/units'
import { protocol } from './index.ts'
import type { BalancerV2State } from './state.ts'

const wad = 10n ** 18n
const token = (end: string) => evm(`0x${'0'.repeat(38)}${end}`)
const [a, b, provider] = [token('0a'), token('0b'), token('0d')]
const vault = evm('0xba12222222228d8ba445958a75a0704d566bf2c8')
const address = evm(`0x${'1'.repeat(40)}`)
const weighted: Facts = { poolId: `${address}000200000000000000000014`, curve: 'weighted', scalings: [1n, 10n ** 12n] }
const stable: Facts = { ...weighted, curve: 'stable', rateProviders: ['', provider], ownIndex: 1 }
const venue: Venue = { protocol: 'balancer-v2', name: 'balancer-v2', title: 'Balancer V2', factory: vault, feesPpm: [] }
const poolWith = (facts: Facts): Pool => ({ venue, address, tokens: [a, b], feePpm: 3_000, facts })

const half: BalancerV2State = {
  tokens: [
    { raw: 100n * wad, scaling: wad },
    { raw: 200_000_000n, scaling: 10n ** 30n },
  ],
  curve: { type: 'weighted', weights: [wad / 2n, wad / 2n], isFirst: false },
  swapFee: 3n * 10n ** 15n,
}
const sell = (amountIn: bigint, from = 0) => ({ from, to: 1 - from, amountIn: amountIn as Amount })
const words = (...values: readonly bigint[]): Hex => hex(`0x${values.map(word).join('')}`)

const [no, yes, fee] = [words(0n, 0n, 0n), words(1n, 0n, 0n), words(half.swapFee)]
const weights = words(32n, 2n, wad / 2n, wad / 2n)
/** `getPoolTokens`: tokens, balances, the last block. */
const balances = (...held: readonly bigint[]) => {
  const length = BigInt(held.length)
  return words(96n, 128n + 32n * length, 5n, length, ...held, length, ...held)
}

/** Answers the one round of reads. */
function loadWith(pool: Pool, ...answers: readonly Hex[]) {
  const reading = protocol.load(pool)
  const first = reading.next()
  if (!first.done) expect(first.value.length).toBe(answers.length)
  return reading.next(answers)
}

describe('reading a weighted pool', () => {
  const pool = poolWith(weighted)

  test('reads its balances from the vault, its fee and weights from the pool', () => {
    expect(loadWith(pool, no, no, fee, balances(100n * wad, 200_000_000n), weights)).toEqual({
      done: true,
      value: half,
    })
  })

  test('of one of the first factories', () => {
    const first = poolWith({ ...weighted, isFirst: true })
    const { value } = loadWith(first, no, no, fee, balances(1n, 2n), weights)
    expect(value).toMatchObject({ curve: { isFirst: true } })
  })

  test('without liquidity gives no state', () => {
    expect(loadWith(pool, no, no, fee, balances(0n, 0n), weights)).toEqual({ done: true, value: undefined })
  })

  test.each([
    ['pool', yes, no],
    ['vault', no, yes],
  ])('is skipped while its %s is paused', (_, poolPaused, vaultPaused) => {
    const load = () => loadWith(pool, poolPaused, vaultPaused, fee, balances(1n, 2n), weights)
    expect(load).toThrow(new PoolSkippedError('paused'))
  })

  test('of another kind is skipped', () => {
    expect(() => protocol.load(poolWith({ ...weighted, curve: 'linear' })).next()).toThrow(
      new PoolSkippedError('unmodelled'),
    )
  })
})

describe('reading a composable stable pool', () => {
  const [cached, live] = [(wad * 11n) / 10n, (wad * 12n) / 10n]
  const read = (now: bigint, expiry: bigint) => {
    const cache = words(cached, wad, 10_800n, expiry)
    const held = balances(100n * wad, 2n ** 111n, 200_000_000n)
    const answers = [no, no, fee, held, words(200_000n, 0n, 1_000n), words(now), cache, cache, words(live)]
    return loadWith(poolWith(stable), ...answers).value as BalancerV2State
  }

  test('omits its own token and applies rates', () => {
    expect(read(1_000n, 2_000n)).toEqual({
      ...half,
      tokens: [half.tokens[0], { raw: 200_000_000n, scaling: 10n ** 12n * cached }],
      curve: { type: 'stable', amplification: 200_000n },
    })
  })

  test('uses a cached rate until its last second, and the provider’s after it', () => {
    expect(read(2_000n, 2_000n).tokens[1]?.scaling).toBe(10n ** 12n * cached)
    expect(read(2_001n, 2_000n).tokens[1]?.scaling).toBe(10n ** 12n * live)
  })

  test('reads neither rate nor time if no token has a rate', () => {
    const plain = poolWith({ ...stable, rateProviders: ['', ''], ownIndex: 0 })
    const { value } = loadWith(plain, no, no, fee, balances(7n, 100n * wad, 200_000_000n), words(200_000n, 0n, 1_000n))
    expect(value).toMatchObject({ tokens: half.tokens })
  })
})

test('the whole input stays in the pool, and the second trade sees it', () => {
  const out = protocol.amountOut(half, sell(wad)) ?? 0n
  const after = protocol.stateAfter(half, sell(wad))
  expect(after.tokens.map(({ raw }) => raw)).toEqual([101n * wad, 200_000_000n - out])
  expect(protocol.amountOut(after, sell(wad))).toBeLessThan(out)
})

test('a trade that the vault refuses has no output and no next state', () => {
  expect(protocol.amountOut(half, sell(30n * wad))).toBeDefined()
  expect(protocol.amountOut(half, sell(31n * wad))).toBeUndefined()
  expect(protocol.amountOut(half, sell(1n))).toBeUndefined() // the fee, rounded up, is all of the input
  expect(() => protocol.stateAfter(half, sell(31n * wad))).toThrow(RangeError)
})

test('a leg gives the adapter the pool’s id without its address', () => {
  const move = protocol.move(poolWith(weighted), sell(wad))
  expect(move).toMatchObject({ move: 'adapter', target: address, data: 2 * 2 ** 46 + 0x14 })
})
