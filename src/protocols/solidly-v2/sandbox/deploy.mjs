import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ stable: boolean, symbols: Pair<TokenSymbol>, holds: Pair<number> }} Planned
 */

/**
 * `holds` in whole tokens. A stable pool starts with equal amounts.
 * @type {readonly Planned[]}
 */
const plan = [
  { stable: false, symbols: ['WETH', 'USDC'], holds: [330, 330 * 2_500.9] },
  { stable: false, symbols: ['WETH', 'DAI'], holds: [85, 85 * 2_499.4] },
  { stable: false, symbols: ['UNI', 'WETH'], holds: [60_000, 60_000 * 0.003203] },
  { stable: false, symbols: ['USDC', 'USDT'], holds: [120_000, 120_060] },
  { stable: true, symbols: ['USDC', 'USDT'], holds: [1_200_000, 1_240_000] },
  { stable: true, symbols: ['USDC', 'DAI'], holds: [730_000, 655_000] },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const implementation = await context.create(context.recorded('source-pools', 'Pool'))
  const factory = await context.create(context.recorded('source-pools', 'PoolFactory'), ['address'], [implementation])
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, factory, one))
  // One pool with a custom fee, as governance sets it.
  const special = itemAt(pools, 1)
  await context.call(factory, 'setCustomFee(address,uint256)', [special.address, 100])
  pools[1] = { ...special, feePpm: 10_000 }
  return {
    venues: [{ protocol: 'solidly-v2', name: 'aerodrome', title: 'Aerodrome', factory, feesPpm: [500, 3_000] }],
    pools,
  }
}

/**
 * @param {FamilyContext} context
 * @param {string} factory
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPool({ tokens, maker, call, read, give }, factory, { stable, symbols, holds }) {
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'createPool(address,address,bool)', [...pair, stable])
  const found = await read(factory, 'getPool(address,address,bool) view returns (address)', [...pair, stable])
  const [address] = /** @type {[string]} */ (found)
  const first = stable ? [Math.min(...holds), Math.min(...holds)] : holds
  for (const [i, symbol] of symbols.entries()) await give(symbol, itemAt(first, i), address)
  await call(address, 'mint(address)', [maker])
  for (const [i, symbol] of symbols.entries()) {
    const more = itemAt(holds, i) - itemAt(first, i)
    if (more > 0) await give(symbol, more, address)
  }
  await call(address, 'sync()', [])
  return { venue: 'aerodrome', symbols, feePpm: stable ? 500 : 3_000, address }
}
