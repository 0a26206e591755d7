import { fill, hill, placed, recordedCode } from '../../../../scripts/sandbox-state/ticks.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ symbols: Pair<TokenSymbol>, feePpm: keyof typeof spacingOf, price: number, depth: number }} Planned
 */

const name = 'pancake-v3'
const spacingOf = { 100: 1, 500: 10, 2500: 50, 10000: 200 }

/** @type {readonly Planned[]} */
const plan = [
  { symbols: ['WETH', 'USDC'], feePpm: 500, price: 2_500.2, depth: 620 },
  { symbols: ['WETH', 'USDC'], feePpm: 2_500, price: 2_502.1, depth: 340 },
  { symbols: ['USDC', 'USDT'], feePpm: 100, price: 1.00015, depth: 6_000_000 },
  { symbols: ['UNI', 'WETH'], feePpm: 2_500, price: 0.003207, depth: 160_000 },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  /** @param {string} contract */
  const code = (contract) => recordedCode('@pancakeswap/v3-core', contract)
  const deployer = await context.create(
    context.compile(['PancakeDeployer']).PancakeDeployer,
    ['bytes'],
    [code('PancakeV3Pool')],
  )
  const factory = await context.create(code('PancakeV3Factory'), ['address'], [deployer])
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, factory, one))
  const feesPpm = [100, 500, 2_500, 10_000]
  return { venues: [{ protocol: name, name, title: 'PancakeSwap V3', factory, feesPpm }], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} factory
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, factory, { symbols, feePpm, price, depth }) {
  const { pair, sqrtPriceX96 } = placed(context, symbols, price)
  await context.call(factory, 'createPool(address,address,uint24)', [...pair, feePpm])
  const found = await context.read(factory, 'getPool(address,address,uint24) view returns (address)', [...pair, feePpm])
  const [pool] = /** @type {[string]} */ (found)
  await context.call(pool, 'initialize(uint160)', [sqrtPriceX96])
  const [, tick] = await context.read(pool, 'slot0() view returns (uint160, int24)')
  const spacing = spacingOf[feePpm]
  await fill(context, { pool, symbols, price, spacing, rungs: hill(depth), tick: Number(tick) })
  return { venue: name, symbols, feePpm, address: pool }
}
