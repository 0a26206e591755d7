import { getCreateAddress } from 'ethers'
import { fill, hill, placed, recordedCode } from '../../../../scripts/sandbox-state/ticks.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ symbols: Pair<TokenSymbol>, feePpm: number, price: number, depth: number }} Planned
 */

const name = 'algebra-integral'
/** The factory's default. */
const spacing = 60

/** @type {readonly Planned[]} */
const plan = [
  { symbols: ['WETH', 'USDT'], feePpm: 400, price: 2_500.1, depth: 480 },
  { symbols: ['WBTC', 'WETH'], feePpm: 900, price: 24.012, depth: 26 },
  { symbols: ['wstETH', 'WETH'], feePpm: 200, price: 1.1804, depth: 900 },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  /** @param {string} contract */
  const code = (contract) => recordedCode('@cryptoalgebra/integral-core', contract)
  // They reference each other: this account creates the factory right after the deployer.
  const next = getCreateAddress({ from: context.maker, nonce: 1 })
  const deployer = await context.create(code('AlgebraPoolDeployer'), ['address'], [next])
  const factory = await context.create(code('AlgebraFactory'), ['address'], [deployer])
  const vaults = await context.create(code('AlgebraVaultFactoryStub'), ['address'], [context.maker])
  await context.call(factory, 'setVaultFactory(address)', [vaults])
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, factory, one))
  return { venues: [{ protocol: name, name, title: 'Algebra Integral', factory, feesPpm: [500] }], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} factory
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, factory, { symbols, feePpm, price, depth }) {
  const { pair, sqrtPriceX96 } = placed(context, symbols, price)
  await context.call(factory, 'createPool(address,address,bytes)', [...pair, '0x'])
  const found = await context.read(factory, 'poolByPair(address,address) view returns (address)', pair)
  const [pool] = /** @type {[string]} */ (found)
  await context.call(pool, 'initialize(uint160)', [sqrtPriceX96])
  await context.call(pool, 'setFee(uint16)', [feePpm])
  const [, tick] = await context.read(pool, 'globalState() view returns (uint160, int24)')
  await fill(context, { pool, symbols, price, spacing, rungs: hill(depth), tick: Number(tick), forTwo: true })
  return { venue: name, symbols, feePpm, address: pool }
}
