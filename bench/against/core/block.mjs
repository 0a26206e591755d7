/** A pool set as the product sees a block: venues, live pools and the states of the real adapters. */
import { itemAt } from '#item-at'

/**
 * @import { Core } from '#core/bundle'
 * @import { Pool as SetPool, PoolSet } from '#shapes'
 * @import { Pool, Protocol, Trade } from '../../../src/domain/pools/protocol.ts'
 * @import { Snapshot } from '../../../src/domain/pools/snapshot.ts'
 * @import { Address, Amount, BlockNumber, Gas, Hex, NetworkName, Seconds, Wei } from '../../../src/domain/units.ts'
 * @typedef {{ inner: unknown, pool: Pool, gas: number }} GasState a state with the set's gas of its pool
 */

/** A set states no factories, and the core asks for none. */
const nowhere = /** @type {Address} */ (`0x${'0'.repeat(40)}`)
const kindOf = { cp: 'uniswap-v2', v3: 'uniswap-v3' }

/**
 * @param {PoolSet} set
 * @param {number} token
 */
export const addressIn = (set, token) => /** @type {Address} */ (itemAt(set.tokens, token).address.toLowerCase())

/**
 * @param {PoolSet} set
 * @returns {Snapshot}
 */
export function blockOf(set) {
  const pools = set.pools.map((pool) => {
    const tokens = pool.tokens.map((token) => addressIn(set, token))
    const { type, feePpm } = pool
    const venue = { protocol: kindOf[type], name: type, title: type, factory: nowhere, feesPpm: [feePpm] }
    return { pool: { venue, address: /** @type {Address} */ (pool.id), tokens, feePpm }, state: stateOf(pool) }
  })
  const block = {
    number: /** @type {BlockNumber} */ (Number(set.block ?? 0)),
    hash: /** @type {Hex} */ ('0x'),
    time: /** @type {Seconds} */ (0),
  }
  const gasPrice = /** @type {Wei} */ (BigInt(set.gas.gasPriceWei))
  return { network: /** @type {NetworkName} */ ('mainnet'), chainId: set.chainId, block, gasPrice, pools }
}

/** @param {SetPool} pool */
function stateOf(pool) {
  if (pool.type === 'cp') return { reserves: pool.reserves.map(BigInt), feePpm: pool.feePpm }
  return {
    sqrtPriceX96: BigInt(pool.sqrtPriceX96),
    tick: pool.tick,
    liquidity: BigInt(pool.liquidity),
    tickSpacing: pool.tickSpacing,
    feePpm: pool.feePpm,
    ticks: pool.ticks.map(([at, net]) => [at, BigInt(net)]),
    knownFrom: -887_272,
    knownTo: 887_272,
  }
}

/**
 * The same block, with adapters that report the set's gas of a pool, so that the core optimizes what it is judged by. A
 * state carries its pool, as adapters see nothing else.
 * @param {Core} core
 * @param {PoolSet} set
 * @param {Snapshot} block
 */
export function withSetGas({ all, tradeOverheadGas }, set, block) {
  const protocols = new Map(all.map((protocol) => [protocol.kind, withStatedGas(protocol, tradeOverheadGas)]))
  const pools = block.pools.map(({ pool, state }, i) => ({
    pool,
    state: { inner: state, pool, gas: itemAt(set.pools, i).gas },
  }))
  return { protocols, block: { ...block, pools } }
}

/**
 * @param {Protocol<unknown>} protocol
 * @param {Core['tradeOverheadGas']} tradeOverheadGas
 * @returns {Protocol<GasState>}
 */
function withStatedGas(protocol, tradeOverheadGas) {
  /**
   * @param {GasState} state
   * @param {Trade} trade
   */
  const gasOf = ({ inner, pool, gas }, trade) =>
    /** @type {Gas} */ (BigInt(gas) - tradeOverheadGas({ protocol, live: { pool, state: inner } }, trade))
  const segments = protocol.segments?.bind(protocol)
  return /** @type {Protocol<GasState>} */ ({
    ...protocol,
    amountOut: ({ inner }, trade) => protocol.amountOut(inner, trade),
    stateAfter: (state, trade) => ({ ...state, inner: protocol.stateAfter(state.inner, trade) }),
    isOutOfRange: ({ inner }, trade) => protocol.isOutOfRange(inner, trade),
    gas: gasOf,
    ...(segments && {
      segments(state, direction) {
        const cut = segments(state.inner, direction)
        const gas = Number(gasOf(state, { ...direction, amountIn: /** @type {Amount} */ (1n) }))
        return { ...cut, gas: cut.gas.map(() => gas) }
      },
    }),
  })
}
