/** Markets for tests of the routing core: minimal constant-product adapters, and random pools for them. */
import fc from 'fast-check'
import type { Pool, Protocol, Protocols, Trade } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { RouteRequest } from '#domain/quotes/route'
import { type Address, amount, blockNumber, evm, gas, hex, networkName, seconds, wei } from '#domain/units'

export interface Reserves {
  readonly reserves: readonly bigint[]
  /** The largest amount whose output is known; simulates a state that was read too narrowly. */
  readonly known?: bigint
}

const million = 1_000_000n
const feePpm = 3_000n

function computeAmountOut({ reserves, known }: Reserves, { from, to, amountIn }: Trade) {
  const [x, y] = [reserves[from] ?? 0n, reserves[to] ?? 0n]
  if (amountIn === 0n || x === 0n || y === 0n || x + amountIn >= 1n << 112n) return undefined
  if (known !== undefined && amountIn > known) return undefined
  const net = amountIn * (million - feePpm)
  return amount((net * y) / (x * million + net))
}

const toy: Protocol<Reserves> = {
  kind: 'toy',
  proof: { proven: true, by: 'nothing: it is made up' },
  // biome-ignore lint/correctness/useYield: no test finds pools
  *find() {
    return []
  },
  // biome-ignore lint/correctness/useYield: no test loads pools
  *load() {
    return { reserves: [] }
  },
  amountOut: computeAmountOut,
  stateAfter(state, trade) {
    const bought = computeAmountOut(state, trade)
    if (bought === undefined) throw new RangeError('the pool cannot take this trade')
    const reserves = state.reserves.map((reserve, i) =>
      i === trade.from ? reserve + trade.amountIn : i === trade.to ? reserve - bought : reserve,
    )
    return { ...state, reserves }
  },
  gas: () => gas(60_000n),
  isOutOfRange: ({ known }, trade) => known !== undefined && trade.amountIn > known,
  move: (pool, trade) => ({ move: 'callback', pool: pool.address, zeroForOne: trade.from < trade.to }),
}

/** The same pools in closed form, for markets of many pools: the search need not sample them. */
const product: Protocol<Reserves> = {
  ...toy,
  kind: 'product',
  segments({ reserves }, { from, to }) {
    const [x, y] = [Number(reserves[from] ?? 0n), Number(reserves[to] ?? 0n)]
    const kept = 1 - Number(feePpm) / 1_000_000
    if (x === 0 || y === 0) return { feeFactor: kept, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
    const depth = Math.sqrt(x) * Math.sqrt(y)
    return {
      feeFactor: kept,
      sqrtPrices: [Math.sqrt(y / x), depth / 2 ** 112],
      liquidity: [depth],
      gas: [60_000],
      isComplete: true,
    }
  },
}

export const protocols: Protocols = new Map(
  [toy, product].map((protocol) => [protocol.kind, protocol as Protocol<unknown>]),
)

const address = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
/** Token 0 is wrapped native. */
export const token = (n: number): Address => address(0x1000 + n)

const venueOf = (protocol: string) => ({ protocol, name: 'toy', title: 'Toy', factory: address(1), feesPpm: [3_000] })

/**
 * Pool number `n` between tokens, by number, with its reserves; sampled if known in part or if it has three tokens.
 */
export function poolOf(n: number, tokens: readonly number[], reserves: readonly bigint[], known?: bigint): LivePool {
  const isPlain = tokens.length === 2 && known === undefined
  const venue = venueOf(isPlain ? product.kind : toy.kind)
  const pool: Pool = { venue, address: address(0x100000 + n), tokens: tokens.map(token), feePpm: 3_000 }
  return { pool, state: known === undefined ? { reserves } : { reserves, known } }
}

export function snapshotOf(pools: readonly LivePool[], gasPrice: bigint): Snapshot {
  const block = { number: blockNumber(1), hash: hex(`0x${'11'.repeat(32)}`), time: seconds(1) }
  return { network: networkName('toy'), chainId: 1, block, gasPrice: wei(gasPrice), pools }
}

export function requestOf(from: number, to: number, amountIn: bigint, more: Partial<RouteRequest> = {}): RouteRequest {
  return {
    tokenIn: token(from),
    tokenOut: token(to),
    amountIn: amount(amountIn),
    wrapped: token(0),
    maxHops: 4,
    maxSplits: 20,
    maxLegs: 24,
    ...more,
  }
}

const wad = 10n ** 18n

interface DrawnMarketPool {
  readonly pair: readonly [number, number]
  readonly depth: number
  readonly skewPpm: number
}

/** 3 to 12 pools over 3 to 5 tokens, depths from 1 to 100,000 native, prices up to 3 % off the tokens' true ones. */
export const randomMarket = (size: { readonly min: number; readonly max: number } = { min: 3, max: 12 }) =>
  fc
    .integer({ min: 3, max: 5 })
    .chain((count) =>
      fc.array(
        fc.record({
          pair: fc
            .tuple(fc.integer({ min: 0, max: count - 1 }), fc.integer({ min: 1, max: count - 1 }))
            .map(([a, step]) => [a, (a + step) % count] as const),
          depth: fc.double({ min: 0, max: 5, noNaN: true }),
          skewPpm: fc.integer({ min: -30_000, max: 30_000 }),
        }),
        { minLength: size.min, maxLength: size.max },
      ),
    )
    .map((drawn) => drawn.map(livePool))

/** True prices in native: token n is worth 3^-n. */
function livePool({ pair, depth, skewPpm }: DrawnMarketPool, n: number): LivePool {
  const [a, b] = pair[0] < pair[1] ? pair : [pair[1], pair[0]]
  const native = (BigInt(Math.round(10 ** depth * 1_000)) * wad) / 1_000n
  const skewed = (native * BigInt(1_000_000 + skewPpm)) / million
  return poolOf(n, [a, b], [native * 3n ** BigInt(a), skewed * 3n ** BigInt(b)])
}
