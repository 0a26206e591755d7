import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {'two' | 'tri' | 'tri-ng' | 'two-ng'} Kind
 * @typedef {object} Planned
 * @property {Kind} kind
 * @property {readonly TokenSymbol[]} symbols
 * @property {readonly number[]} holds
 * @property {readonly number[]} prices
 * @property {{ a: number, gamma: bigint }} curve
 * @property {{ mid: number, out: number, gamma: bigint }} fees
 * @typedef {Omit<DeployedPool, 'symbols'> & { symbols: readonly TokenSymbol[], facts: { kind: Kind, decimals: readonly number[], token: string } }} Pool
 */

/** As most pools of three tokens have it; `gamma` of fees too. */
const usualThree = {
  curve: { a: 1_707_629, gamma: 11_809_167_828_997n },
  fees: { mid: 3_000_000, out: 30_000_000, gamma: 500n * 10n ** 12n },
}

/**
 * `holds` in whole tokens, worth about the same each: these pools' price follows what they hold; `prices` of all but the first in the first; fees in 10^-10, from the least to the most.
 * @type {readonly Planned[]}
 */
const plan = [
  {
    kind: 'two',
    symbols: ['USDC', 'WETH'],
    holds: [655_000, 261.8],
    prices: [2_501.6],
    curve: { a: 400_000, gamma: 145n * 10n ** 12n },
    fees: { mid: 26_000_000, out: 45_000_000, gamma: 230n * 10n ** 12n },
  },
  {
    kind: 'two',
    symbols: ['WETH', 'wstETH'],
    holds: [286, 242.3],
    prices: [1.1805],
    curve: { a: 200_000_000, gamma: 10n ** 14n },
    fees: { mid: 5_000_000, out: 45_000_000, gamma: 5n * 10n ** 15n },
  },
  {
    kind: 'tri',
    symbols: ['USDT', 'WBTC', 'WETH'],
    holds: [1_930_000, 32.15, 772.3],
    prices: [60_020, 2_499.7],
    ...usualThree,
  },
  {
    kind: 'tri-ng',
    symbols: ['USDC', 'WBTC', 'WETH'],
    holds: [2_410_000, 40.17, 963.7],
    prices: [60_011, 2_500.4],
    ...usualThree,
  },
  {
    kind: 'two-ng',
    symbols: ['USDT', 'wstETH'],
    holds: [412_000, 139.6],
    prices: [2_951.2],
    curve: { a: 400_000, gamma: 145n * 10n ** 12n },
    fees: { mid: 26_000_000, out: 45_000_000, gamma: 230n * 10n ** 12n },
  },
]

/** @type {readonly Kind[]} */
const kinds = ['two', 'tri', 'tri-ng', 'two-ng']
const settings =
  'tuple(uint8 kind, uint256 a, uint256 gamma, uint256 mid, uint256 out, uint256 feeGamma, bool dividesSum)'
/** @type {Readonly<Record<Kind, { name: string, title: string }>>} */
const venues = {
  two: { name: 'curve-crypto', title: 'Curve CryptoSwap' },
  tri: { name: 'curve-tricrypto', title: 'Curve Tricrypto' },
  'tri-ng': { name: 'curve-tricrypto-ng', title: 'Curve Tricrypto-NG' },
  'two-ng': { name: 'curve-twocrypto-ng', title: 'Curve Twocrypto-NG' },
}

/**
 * Ports: no package has Curve's own code.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const code = context.compile(['CurveCryptoPort']).CurveCryptoPort
  /** @type {Pool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, code, one))
  return {
    venues: kinds.map((kind) =>
      venueOf(
        context,
        venues[kind],
        pools.filter(({ facts }) => facts.kind === kind),
      ),
    ),
    pools,
  }
}

/**
 * @param {FamilyContext} context
 * @param {{ name: string, title: string }} named
 * @param {readonly Pool[]} pools
 */
function venueOf({ tokens }, named, pools) {
  const known = pools.map(({ address, feePpm, symbols, facts }) => ({
    address,
    tokens: symbols.map((symbol) => tokens[symbol].address),
    feePpm,
    facts,
  }))
  return { protocol: 'curve-crypto', ...named, factory: itemAt(pools, 0).address, feesPpm: [], pools: known }
}

/**
 * @param {FamilyContext} context
 * @param {string} code
 * @param {Planned} planned
 * @returns {Promise<Pool>}
 */
async function deployPool({ tokens, create, call, give, raw }, code, { kind, symbols, holds, prices, curve, fees }) {
  const placed = symbols.map((symbol) => tokens[symbol])
  const decimals = placed.map((one) => one.decimals)
  const chosen = [kinds.indexOf(kind), curve.a, curve.gamma, fees.mid, fees.out, fees.gamma, false]
  const precisions = decimals.map((n) => 10n ** BigInt(18 - n))
  const types = [settings, 'address[]', 'uint256[]']
  const address = await create(code, types, [chosen, placed.map((one) => one.address), precisions])
  const amounts = symbols.map((symbol, i) => raw(symbol, itemAt(holds, i)))
  for (const [i, symbol] of symbols.entries()) {
    await give(symbol, itemAt(holds, i))
    await call(tokens[symbol].address, 'approve(address,uint256)', [address, amounts[i]])
  }
  const scale = prices.map((price) => BigInt(Math.round(price * 1e6)) * 10n ** 12n)
  await call(address, 'fill(uint256[],uint256[])', [amounts, scale])
  const facts = { kind, decimals, token: address, ...(kind === 'two-ng' && { math: address }) }
  return { venue: venues[kind].name, symbols, feePpm: fees.mid / 10_000, address, facts }
}
