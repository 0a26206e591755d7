import { fill, hill, placed, recordedCode } from '../../../../scripts/sandbox-state/ticks.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ symbols: Pair<TokenSymbol>, spacing: keyof typeof feeOf, price: number, depth: number }} Planned
 */

const name = 'slipstream'
/** The factory's defaults. */
const feeOf = { 1: 100, 50: 500, 100: 500, 200: 3_000, 2000: 10_000 }

/** @type {readonly Planned[]} */
const plan = [
  { symbols: ['WETH', 'USDC'], spacing: 100, price: 2_499.8, depth: 540 },
  { symbols: ['WETH', 'DAI'], spacing: 200, price: 2_503.2, depth: 260 },
  { symbols: ['USDC', 'DAI'], spacing: 1, price: 0.9999, depth: 5_000_000 },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  /** @param {string} contract */
  const code = (contract) => recordedCode('sphere-mezo-solidity-files', contract)
  const voter = await context.create(context.compile(['SilentVoter']).SilentVoter)
  const pool = await context.create(code('CLPool'))
  const factory = await context.create(code('CLFactory'), ['address', 'address', 'address'], [voter, voter, pool])
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, factory, one))
  const spacings = Object.keys(feeOf).map(Number)
  const feesPpm = Object.values(feeOf)
  return { venues: [{ protocol: name, name, title: 'Slipstream', factory, feesPpm, facts: { spacings } }], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} factory
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, factory, { symbols, spacing, price, depth }) {
  const { pair, sqrtPriceX96 } = placed(context, symbols, price)
  await context.call(factory, 'createPool(address,address,int24,uint160)', [...pair, spacing, sqrtPriceX96])
  const found = await context.read(factory, 'getPool(address,address,int24) view returns (address)', [...pair, spacing])
  const [pool] = /** @type {[string]} */ (found)
  const [, tick] = await context.read(pool, 'slot0() view returns (uint160, int24)')
  await fill(context, { pool, symbols, price, spacing, rungs: hill(depth), tick: Number(tick) })
  return { venue: name, symbols, feePpm: feeOf[spacing], address: pool }
}
