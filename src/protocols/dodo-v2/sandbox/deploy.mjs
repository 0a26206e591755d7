import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {Pair<TokenSymbol>} symbols
 * @property {Pair<number>} holds
 * @property {number} price
 * @property {number} slope
 * @property {number} feePpm
 * @property {boolean} vending
 * @property {number} short
 * @property {number} spare
 */

/**
 * The base token first. `price` at equilibrium in whole tokens of the second: a machine, which holds some of that, asks
 * more. `slope` as a part of 1; `spare` is the part of its reserves that is more than a pool aims at, of the token it
 * is not short of.
 * @type {readonly Planned[]}
 */
const plan = [
  {
    symbols: ['WETH', 'USDC'],
    holds: [120, 150_000],
    price: 1_251,
    slope: 0.5,
    feePpm: 3_000,
    vending: true,
    short: 0,
    spare: 0,
  },
  {
    symbols: ['UNI', 'WETH'],
    holds: [9_000, 20],
    price: 0.00029877,
    slope: 1,
    feePpm: 5_000,
    vending: true,
    short: 0,
    spare: 0,
  },
  {
    symbols: ['USDC', 'USDT'],
    holds: [720_000, 655_000],
    price: 1,
    slope: 0.0002,
    feePpm: 100,
    vending: false,
    short: 2,
    spare: 0.08,
  },
  {
    symbols: ['DAI', 'USDC'],
    holds: [300_000, 340_000],
    price: 1,
    slope: 0.001,
    feePpm: 150,
    vending: false,
    short: 1,
    spare: 0.05,
  },
  {
    symbols: ['WBTC', 'WETH'],
    holds: [6, 143],
    price: 24,
    slope: 0.1,
    feePpm: 800,
    vending: false,
    short: 0,
    spare: 0,
  },
]

const one = 10n ** 18n
/** The part of the fee that leaves the pool. */
const maintained = 5n

/**
 * Ports: no package has DODO's own code. Machines are of its older code, the others of the newer.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const codes = context.compile(['DodoPort', 'DodoFactoryPort'])
  const factory = await context.create(codes.DodoFactoryPort)
  const other = await context.create(codes.DodoFactoryPort)
  /** @type {DeployedPool[]} */
  const pools = []
  for (const asked of plan) {
    pools.push(await deployPool(context, codes.DodoPort, { ...asked, factory: asked.vending ? factory : other }))
  }
  const venue = {
    protocol: 'dodo-v2',
    name: 'dodo-v2',
    title: 'DODO V2',
    feesPpm: [100, 3_000],
    facts: { others: [other] },
    factory,
  }
  return { venues: [venue], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} code
 * @param {Planned & { factory: string }} asked
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, code, asked) {
  const { symbols, holds, price, slope, feePpm, vending, short, spare, factory } = asked
  const { tokens, create, call, give, raw } = context
  const [base, quote] = [tokens[symbols[0]], tokens[symbols[1]]]
  const address = await create(
    code,
    ['address', 'address', 'bool', 'bool'],
    [base.address, quote.address, vending, !vending],
  )
  await call(factory, 'add(address,address,address)', [base.address, quote.address, address])
  for (const [i, symbol] of symbols.entries()) await give(symbol, itemAt(holds, i), address)
  const fee = (one * BigInt(feePpm)) / 1_000_000n
  await call(address, 'setFees(uint256,uint256)', [fee - fee / maintained, fee / maintained])
  /** @param {0 | 1} i */
  const kept = (i) => raw(symbols[i], holds[i] * (short === 2 - i ? 1 - spare : 1))
  const scaled = (BigInt(Math.round(price * 1e9)) * 10n ** BigInt(9 + quote.decimals)) / 10n ** BigInt(base.decimals)
  const values = [scaled, BigInt(Math.round(slope * 1e9)) * 10n ** 9n, kept(0), kept(1), short]
  await call(address, 'fill(uint256,uint256,uint256,uint256,uint8)', values)
  return { venue: 'dodo-v2', symbols, feePpm, address }
}
