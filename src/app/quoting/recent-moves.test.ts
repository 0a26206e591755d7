import { describe, expect, test } from 'vitest'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import type { Leg, Route } from '#domain/quotes/route'
import { amount, evm } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { protocol as uniswapV2 } from '#protocols/uniswap-v2/index'
import { listPastBlocks, replayRoute } from './recent-moves.ts'

describe('the blocks that are compared', () => {
  test.each([
    ['of ethereum, a hundred seconds', 'ethereum', 1_000_000, [999_998, 999_996, 999_995, 999_993, 999_991]],
    ['of arbitrum, as many as nodes keep', 'arbitrum', 1_000_000, [999_976, 999_952, 999_928, 999_904, 999_880]],
    ['of a young chain, from its first one', 'ethereum', 4, [3, 2, 1]],
    ['of a chain with one block, none', 'ethereum', 1, []],
  ])('%s', (_, name, head, blocks) => {
    expect(listPastBlocks({ network: getNetworkEntry(name) }, head)).toEqual(blocks)
  })
})

describe('a route over other states', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => evm(`0x${digit.repeat(40)}`))
  if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable')
  const pool = (digit: string, tokens: Leg['pool']['tokens']) => ({
    venue: { protocol: 'uniswap-v2', name: 'v2', title: 'V2', factory: a, feesPpm: [3_000] },
    address: evm(`0x${digit.repeat(40)}`),
    tokens,
    feePpm: 3_000,
  })
  const [first, second, third] = [pool('1', [a, b]), pool('2', [a, b]), pool('3', [b, c])]
  const leg = (at: typeof first, share32: number) => ({
    pool: at,
    tokenIn: at.tokens[0],
    tokenOut: at.tokens[1],
    share32,
  })
  const route = {
    tokenIn: a,
    tokenOut: c,
    amountIn: amount(2_000n),
    legs: [leg(first, 2 ** 31), leg(second, 2 ** 32), leg(third, 2 ** 32)],
  } as unknown as Route
  const protocols: Protocols = new Map([['uniswap-v2', uniswapV2 as Protocol<unknown>]])
  const live = (at: typeof first, x: bigint, y: bigint) => ({ pool: at, state: { reserves: [x, y], feePpm: 3_000 } })

  test('spends the shares as the router does', () => {
    const pools = [live(first, 10_000n, 10_000n), live(second, 20_000n, 10_000n), live(third, 50_000n, 40_000n)]
    // 1,000 in each of the first two: 906 and 474; both in the third: 1,380 → 1,071
    expect(replayRoute(protocols, { pools }, route)).toBe(1_071n)
  })

  test('is unknown without one of its pools', () => {
    expect(replayRoute(protocols, { pools: [live(first, 10_000n, 10_000n)] }, route)).toBeUndefined()
  })
})
