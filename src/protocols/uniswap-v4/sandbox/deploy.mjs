import { AbiCoder, keccak256 } from 'ethers'
import { hill, placed, prepare, recordedCode } from '../../../../scripts/sandbox-state/ticks.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {Pair<TokenSymbol>} symbols
 * @property {keyof typeof spacingOf} feePpm
 * @property {number} price
 * @property {number} depth
 * @property {boolean} [native]
 */

const name = 'uniswap-v4'
const spacingOf = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
const nobody = '0x0000000000000000000000000000000000000000'
const keyType = '(address,address,uint24,int24,address)'

/** @type {readonly Planned[]} */
const plan = [
  { symbols: ['WETH', 'USDC'], feePpm: 500, price: 2_500.4, depth: 700 },
  { symbols: ['WBTC', 'USDC'], feePpm: 3_000, price: 60_025, depth: 31 },
  { symbols: ['USDT', 'DAI'], feePpm: 100, price: 0.99992, depth: 4_000_000 },
  // native currency sorts before any token, as WETH does before USDC
  { symbols: ['WETH', 'USDC'], feePpm: 3_000, price: 2_501.3, depth: 520, native: true },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const manager = await context.create(recordedCode('@uniswap/v4-core', 'PoolManager'), ['address'], [context.maker])
  const stateView = await context.create(recordedCode('@uniswap/v4-periphery', 'StateView'), ['address'], [manager])
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, { manager, stateView }, one))
  const feesPpm = Object.keys(spacingOf).map(Number)
  const spacings = Object.values(spacingOf)
  const facts = { stateView, spacings, wrapped: context.tokens.WETH.address }
  return { venues: [{ protocol: name, name, title: 'Uniswap V4', factory: manager, feesPpm, facts }], pools }
}

/**
 * @param {FamilyContext} context
 * @param {{ manager: string, stateView: string }} contracts
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, { manager, stateView }, { symbols, feePpm, price, depth, native }) {
  const { pair, sqrtPriceX96 } = placed(context, symbols, price)
  const key = [...(native ? [nobody, pair[1]] : pair), feePpm, spacingOf[feePpm], nobody]
  await context.call(manager, `initialize(${keyType},uint160)`, [key, sqrtPriceX96])
  const id = keccak256(AbiCoder.defaultAbiCoder().encode([keyType], [key]))
  const [, tick] = await context.read(stateView, 'getSlot0(bytes32) view returns (uint160, int24)', [id])
  const planned = { symbols, price, spacing: spacingOf[feePpm], rungs: hill(depth), tick: Number(tick) }
  const { filler, positions } = await prepare(context, 'VaultFiller', planned)
  const value = native ? context.raw(symbols[0], depth * 1.1) : 0n
  await context.call(filler, `mint(address,${keyType},(int24,int24,uint128)[])`, [manager, key, positions], value)
  return { venue: name, symbols, feePpm, address: id.slice(0, 42) }
}
