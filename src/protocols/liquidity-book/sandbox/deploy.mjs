import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {Pair<TokenSymbol>} symbols
 * @property {number} price
 * @property {number} step
 * @property {number} bins
 * @property {number} depth
 * @typedef {Planned & { factory: string, code: string }} Asked
 */

/**
 * X is the first; `price` is what one of it is worth in the second, `depth` what each bin holds in the second.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['WETH', 'USDC'], price: 2_500, step: 10, bins: 45, depth: 9_000 },
  { symbols: ['USDT', 'USDC'], price: 1, step: 1, bins: 12, depth: 65_000 },
  { symbols: ['WBTC', 'WETH'], price: 24, step: 25, bins: 20, depth: 14 },
]

/**
 * Base factor, filter and decay period, reduction, variable fee, the protocol's share, the most volatility.
 * @type {Readonly<Record<number, readonly number[]>>}
 */
const rules = {
  1: [20_000, 10, 120, 5_000, 2_000_000, 0, 100_000],
  10: [10_000, 30, 600, 5_000, 40_000, 1_000, 350_000],
}
const otherRules = [8_000, 30, 600, 5_000, 15_000, 2_500, 300_000]
const rulesType = 'tuple(uint256, uint256, uint256, uint256, uint256, uint256, uint256)'
const middle = 2 ** 23

/**
 * Ports: no package has LFJ's own code.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const codes = context.compile(['LiquidityBookPort', 'LiquidityBookFactoryPort'])
  const factory = await context.create(codes.LiquidityBookFactoryPort)
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPair(context, { ...one, factory, code: codes.LiquidityBookPort }))
  const binSteps = [1, 2, 5, 10, 15, 20, 25, 50, 100]
  const feesPpm = binSteps.map((step) => step * 100)
  const venue = {
    protocol: 'liquidity-book',
    name: 'lfj-v2.2',
    title: 'LFJ V2.2',
    feesPpm,
    facts: { binSteps },
    factory,
  }
  return { venues: [venue], pools }
}

/**
 * @param {FamilyContext} context
 * @param {Asked} asked
 * @returns {Promise<DeployedPool>}
 */
async function deployPair(context, { symbols, price, step, bins, depth, factory, code }) {
  const { tokens, create, call, give } = context
  const [x, y] = [tokens[symbols[0]], tokens[symbols[1]]]
  const types = ['address', 'address', 'uint16', rulesType, 'bool']
  const address = await create(code, types, [x.address, y.address, step, rules[step] ?? otherRules, true])
  await call(factory, 'add(address,address,address,uint256)', [address, x.address, y.address, step])
  const scale = 10 ** (y.decimals - x.decimals)
  const active = middle + Math.round(Math.log(price * scale) / Math.log(1 + step / 1e4))
  // uneven, as no pool is even
  /** @param {number} i */
  const uneven = (i) => depth * (1 + 0.3 * Math.sin(i * 1.7))
  const filled = Array.from({ length: 2 * bins + 1 }, (_, i) => {
    const ofY = i > bins ? 0 : uneven(i) * (i === bins ? 0.4 : 1)
    const ofX = i < bins ? 0 : (uneven(i) * (i === bins ? 0.6 : 1)) / price
    return [
      BigInt(Math.round(ofX * 1e6)) * 10n ** BigInt(x.decimals - 6),
      BigInt(Math.round(ofY * 1e6)) * 10n ** BigInt(y.decimals - 6),
    ]
  })
  for (const [side, symbol] of symbols.entries()) {
    const sum = filled.reduce((all, bin) => all + itemAt(bin, side), 0n)
    await give(symbol, Number(sum) / 10 ** tokens[symbol].decimals + 1, address)
  }
  await call(address, 'setVolatility(uint24,uint24,uint24,uint24,uint256)', [0, 0, active, active, 0])
  await call(address, 'fill(uint24,(uint128,uint128)[])', [active - bins, filled])
  return { venue: 'lfj-v2.2', symbols, feePpm: step * 100, address }
}
