import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Settings
 * @property {number} a
 * @property {number} [precision]
 * @property {number} fee
 * @property {number} [offpeg]
 * @property {boolean} [once]
 * @typedef {object} Held
 * @property {string} venue
 * @property {readonly TokenSymbol[]} symbols
 * @property {readonly number[]} holds
 * @property {readonly number[]} [worth]
 * @property {number} [shares]
 * @typedef {Settings & Held} Planned
 * @typedef {object} OverHeld
 * @property {string} venue
 * @property {TokenSymbol} symbol
 * @property {number} over
 * @property {Pair<number>} holds
 * @property {boolean} [keepsRate]
 * @typedef {Settings & OverHeld} PlannedOver
 * @typedef {Record<'CurveStablePort' | 'CurveBasePort' | 'CurveMetaPort', string>} Codes
 * @typedef {{ ng?: true, precision?: number, dividedOnce?: boolean }} OwnFacts
 * @typedef {object} Placed
 * @property {OwnFacts} facts
 * @property {readonly { address: string, decimals: number }[]} placed
 * @property {number | undefined} [shares]
 * @property {string} [base]
 * @typedef {DeployedPool & Placed} Pool
 */

/**
 * `holds` and `worth` in whole tokens; fees and the multiplier in 10^-10.
 * @type {readonly Planned[]}
 */
const plan = [
  {
    venue: 'curve',
    symbols: ['DAI', 'USDC', 'USDT'],
    holds: [2_350_000, 2_180_000, 2_520_000],
    a: 4_000,
    precision: 1,
    fee: 1_000_000,
  },
  {
    venue: 'curve',
    symbols: ['USDC', 'DAI'],
    holds: [310_000, 355_000],
    a: 200,
    precision: 100,
    fee: 4_000_000,
    once: true,
    shares: 664_000,
  },
  {
    venue: 'curve-ng',
    symbols: ['USDC', 'USDT'],
    holds: [880_000, 690_000],
    a: 1_500,
    fee: 1_000_000,
    offpeg: 2e10,
    shares: 1_545_000,
  },
  {
    venue: 'curve-ng',
    symbols: ['WETH', 'wstETH'],
    holds: [640, 505],
    a: 1_000,
    fee: 1_000_000,
    offpeg: 5e10,
    worth: [1, 1.1804],
  },
]

/**
 * Metapools over pools of the plan, by index: their holdings of their own token and of shares.
 * @type {readonly PlannedOver[]}
 */
const overs = [
  { venue: 'curve', symbol: 'USDT', over: 1, holds: [260_000, 245_000], a: 150, fee: 4_000_000, keepsRate: true },
  { venue: 'curve-ng', symbol: 'DAI', over: 2, holds: [410_000, 395_000], a: 200, fee: 4_000_000, offpeg: 2e10 },
]

const settings =
  'tuple(bool isNew, bool dividedOnce, uint256 precision, uint256 a, uint256 fee, uint256 adminFee, uint256 offpeg)'
const titles = { curve: 'Curve', 'curve-ng': 'Curve StableSwap-NG' }

/**
 * Ports: no package has Curve's own code.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const codes = context.compile(['CurveStablePort', 'CurveBasePort', 'CurveMetaPort'])
  /** @type {Pool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, codes, one))
  for (const one of overs) pools.push(await deployOver(context, codes, one, itemAt(pools, one.over)))
  const venues = Object.entries(titles).map(([name, title]) => {
    const own = pools.filter(({ venue }) => venue === name)
    const known = own.map(({ address, feePpm, placed, facts, base }) => ({
      address,
      tokens: placed.map((one) => one.address),
      feePpm,
      facts: { ...facts, decimals: placed.map(({ decimals }) => decimals) },
      ...(base !== undefined && { base }),
    }))
    return { protocol: 'curve-stable', name, title, factory: itemAt(own, 0).address, feesPpm: [], pools: known }
  })
  return { venues, pools }
}

const types = [settings, 'address[]', 'uint256[]']

/** @param {Settings} settings */
const settingsOf = ({ a, precision = 100, fee, offpeg, once = false }) => [
  offpeg !== undefined,
  once || offpeg !== undefined,
  precision,
  a * precision,
  fee,
  5e9,
  offpeg ?? 0,
]

/**
 * @param {FamilyContext} context
 * @param {Codes} codes
 * @param {Planned} plan
 * @returns {Promise<Pool>}
 */
async function deployPool(context, codes, plan) {
  const { tokens, create, call, give, raw } = context
  const { venue, symbols, holds, precision = 100, fee, offpeg, once = false, worth, shares } = plan
  const placed = symbols.map((symbol) => tokens[symbol])
  const rates = placed.map(({ decimals }, i) => rateOf(decimals, worth?.[i] ?? 1))
  const code = shares === undefined ? codes.CurveStablePort : codes.CurveBasePort
  const address = await create(code, types, [settingsOf(plan), placed.map((one) => one.address), rates])
  const amounts = symbols.map((symbol, i) => raw(symbol, itemAt(holds, i)))
  for (const [i, symbol] of symbols.entries()) {
    await give(symbol, itemAt(holds, i))
    await call(tokens[symbol].address, 'approve(address,uint256)', [address, amounts[i]])
  }
  await call(address, 'fill(uint256[])', [amounts])
  /** @type {OwnFacts} */
  const facts = offpeg === undefined ? { precision, dividedOnce: once } : { ng: true }
  return { venue, symbols, feePpm: fee / 10_000, address, facts, placed, shares }
}

/**
 * @param {FamilyContext} context
 * @param {Codes} codes
 * @param {PlannedOver} planned
 * @param {Pool} below the deployed base pool
 * @returns {Promise<Pool>}
 */
async function deployOver(context, codes, { venue, symbol, holds, ...plan }, below) {
  const { tokens, create, call, give, raw, maker, read } = context
  const { fee, offpeg, keepsRate = false } = plan
  const isNew = below.facts.ng === true
  await call(below.address, 'mintTo(address,uint256)', [maker, whole(below.shares ?? 0)])
  const [token] = /** @type {[string]} */ (await read(below.address, 'token() view returns (address)'))
  const own = [tokens[symbol], { address: token, decimals: 18 }]
  const tokensBelow = below.placed.map((one) => one.address)
  const values = [settingsOf(plan), own.map((one) => one.address), own.map(({ decimals }) => rateOf(decimals, 1))]
  const address = await create(
    codes.CurveMetaPort,
    [...types, 'address', 'address[]', 'bool', 'bool'],
    [...values, below.address, tokensBelow, isNew, keepsRate],
  )
  await give(symbol, holds[0])
  const amounts = [raw(symbol, holds[0]), whole(holds[1])]
  for (const [i, one] of own.entries()) await call(one.address, 'approve(address,uint256)', [address, amounts[i]])
  await call(address, 'fill(uint256[])', [amounts])
  const { precision, dividedOnce } = below.facts
  /** @type {OwnFacts} */
  const facts = {
    ...(offpeg === undefined ? { precision: 100, dividedOnce: false, keepsRate } : { ng: true }),
    ...(isNew ? { baseNg: true } : { basePrecision: precision, baseDividedOnce: dividedOnce }),
  }
  const symbols = [symbol, `${below.symbols.join('')}crv`, ...below.symbols]
  return {
    venue,
    symbols,
    feePpm: fee / 10_000,
    address,
    facts,
    placed: [...own, ...below.placed],
    base: below.address,
  }
}

/**
 * Shares have 18 decimals.
 * @param {number} shares
 */
const whole = (shares) => BigInt(shares) * 10n ** 18n

/**
 * The factor that scales an amount to 18 decimals, with 18 more.
 * @param {number} decimals
 * @param {number} worth
 */
const rateOf = (decimals, worth) => (10n ** BigInt(36 - decimals) * BigInt(Math.round(worth * 1e6))) / 1_000_000n
