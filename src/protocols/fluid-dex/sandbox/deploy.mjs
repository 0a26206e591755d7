import { keccak256 } from 'ethers'
import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {Pair<TokenSymbol>} symbols
 * @property {number} price
 * @property {number} holds
 * @property {number} depth
 * @property {number} width
 * @property {number} feePpm
 * @typedef {Planned & { layer: string, resolver: string }} Asked
 * @typedef {{ symbol: TokenSymbol, decimals: number, address: string, worth: number }} Side
 * @typedef {Side & { layer: string, pool: string, supplied: number, owed: number }} Layered
 */

/**
 * The smaller address is token 0. `holds` are the reserves of the collateral curve in whole tokens, `depth` the depth
 * of the debt curve as a multiple of it (0 for none), `width` the range on either side of the centre in 10^-6.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['USDC', 'USDT'], price: 1, holds: 3_200_000, depth: 1.4, width: 1_500, feePpm: 50 },
  { symbols: ['DAI', 'USDC'], price: 1, holds: 1_100_000, depth: 0, width: 3_000, feePpm: 100 },
  { symbols: ['WETH', 'USDC'], price: 2_503, holds: 900_000, depth: 0.7, width: 60_000, feePpm: 500 },
  { symbols: ['WBTC', 'WETH'], price: 23.9, holds: 420, depth: 0.5, width: 45_000, feePpm: 400 },
]

const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const twelve = 10n ** 12n
const one = 1e27
/** Other users' supply of each token in the layer: a multiple of the pool's, and the part of it lent out. */
const others = { supplied: 12, owed: 3 }

/**
 * Ports: no package has Fluid's own code. Pools with WETH are of native currency, as they are on public networks.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const codes = context.compile(['FluidLayerPort', 'FluidDexPort', 'FluidResolverPort'])
  const layer = await context.create(codes.FluidLayerPort)
  const resolver = await context.create(codes.FluidResolverPort)
  /** @type {DeployedPool[]} */
  const pools = []
  for (const asked of plan) pools.push(await deployPool(context, codes.FluidDexPort, { ...asked, layer, resolver }))
  const facts = { resolver, liquidity: layer, wrapped: context.tokens.WETH.address }
  const venue = {
    protocol: 'fluid-dex',
    name: 'fluid',
    title: 'Fluid DEX',
    feesPpm: [50, 500],
    facts,
    factory: resolver,
  }
  return { venues: [venue], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} code
 * @param {Asked} asked
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, code, { symbols, price, holds, depth, width, feePpm, layer, resolver }) {
  /**
   * @param {TokenSymbol} symbol
   * @param {number} worth
   * @returns {Side}
   */
  const side = (symbol, worth) => {
    const { address, decimals } = context.tokens[symbol]
    return { symbol, decimals, address: symbol === 'WETH' ? nativeToken : address, worth }
  }
  const [x, y] = [side(symbols[0], price), side(symbols[1], 1)]
  const [first, second] = BigInt(x.address) < BigInt(y.address) ? [x, y] : [y, x]
  const address = await context.create(
    code,
    ['address', 'address', 'address', 'uint8', 'uint8'],
    [layer, first.address, second.address, first.decimals, second.decimals],
  )
  await context.call(resolver, 'add(address,address,address,uint256)', [address, first.address, second.address, feePpm])
  const centre = first.worth / second.worth
  const amounts = curvesAt({ centre, width: width / 1e6, depth, second: holds / second.worth })
  for (const [i, one] of [first, second].entries())
    await deployToken(context, { ...one, ...itemAt(amounts, i), layer, pool: address })
  await context.call(address, 'write(uint256,uint256,uint256)', [...poolWords({ centre, width, feePpm, depth }), 60])
  return { venue: 'fluid', symbols, feePpm, address }
}

/**
 * For each token, what both curves have a little above the centre.
 * @param {{ centre: number, width: number, depth: number, second: number }} pool `second`: of token 1, what the curve over
 * collateral has
 */
function curvesAt({ centre, width, depth, second }) {
  const [upper, lower] = [Math.sqrt(centre / (1 - width)), Math.sqrt(centre * (1 - width))]
  const at = Math.sqrt(centre * (1 + width / 7))
  const liquidity = second / (at - lower)
  return [
    { supplied: liquidity * (1 / at - 1 / upper), owed: depth * liquidity * (1 / lower - 1 / at) },
    { supplied: second, owed: depth * liquidity * (upper - at) },
  ]
}

/**
 * The layer's data of the token and of the pool's part; each pool overwrites the sums of its tokens.
 * @param {FamilyContext} context
 * @param {Layered} token
 */
async function deployToken(context, { symbol, decimals, address, layer, pool, supplied, owed }) {
  /** @param {number} amount */
  const raw = (amount) => (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
  const [mine, due] = [raw(supplied), raw(owed)]
  const limits = (2_500n << 162n) | (43_200n << 176n)
  const supply = 1n | (packed(mine, 56) << 1n) | (packed((mine * 3n) / 4n, 56) << 65n) | limits
  const may = (packed(due * 2n, 56) << 65n) | (packed(due * 2n, 10) << 200n) | (packed(due * 4n, 10) << 218n)
  const debt = 1n | (packed(due, 56, true) << 1n) | may | limits
  const [all, lent] = [raw((supplied + owed) * others.supplied), raw((supplied + owed) * others.owed)]
  const totals = packed(all, 56) | (packed(lent, 56, true) << 128n)
  const utilisation = (lent * 10_000n) / all
  const prices = (utilisation << 30n) | (100n << 44n) | (twelve << 91n) | (twelve << 155n)
  /** @param {number} mapping */
  const own = (mapping) => slotOf(context, address, slotOf(context, pool, mapping))
  /**
   * @param {string} slot
   * @param {bigint} word
   * @param {number} shift
   * @param {bigint} [value]
   */
  const write = (slot, word, shift, value) =>
    context.call(layer, 'write(bytes32,uint256,uint256,uint256)', [slot, word, shift, 60], value)
  const held = raw(supplied + owed)
  await write(slotOf(context, address, 5), prices, 58, address === nativeToken ? held : 0n)
  await write(slotOf(context, address, 7), totals, 256)
  await write(own(8), supply, 129)
  if (due > 0n) await write(own(9), debt, 129)
  if (address !== nativeToken) await context.give(symbol, supplied + owed, layer)
}

/** @param {{ centre: number, width: number, feePpm: number, depth: number }} pool */
function poolWords({ centre, width, feePpm, depth }) {
  const price = packed(BigInt(Math.round(centre * (1 + width / 7e6) * 1e15)) * 10n ** 12n, 32)
  const middle = packed(BigInt(Math.round(centre * 1e15)) * 10n ** 12n, 32)
  /** @param {number} times */
  const bound = (times) => packed(BigInt(Math.round((centre * times * one) / 1e12)) * 10n ** 12n, 20)
  const set =
    (depth > 0 ? 3n : 1n) |
    (BigInt(feePpm) << 2n) |
    (10n << 19n) |
    (BigInt(width) << 27n) |
    (BigInt(width) << 47n) |
    (bound(2) << 172n) |
    (bound(0.5) << 200n) |
    (950n << 228n) |
    (950n << 238n)
  return [(price << 1n) | (price << 41n) | (middle << 81n), set]
}

/**
 * As leading bits and a shift.
 * @param {bigint} n
 * @param {number} bits
 */
function packed(n, bits, up = false) {
  const shift = BigInt(Math.max(0, n.toString(2).length - bits))
  return (((n >> shift) + (up && shift > 0n ? 1n : 0n)) << 8n) | shift
}

/**
 * @param {FamilyContext} context
 * @param {string} key
 * @param {number | string} mapping
 */
const slotOf = (context, key, mapping) =>
  keccak256(context.encode(['address', typeof mapping === 'number' ? 'uint256' : 'bytes32'], [key, mapping]))
