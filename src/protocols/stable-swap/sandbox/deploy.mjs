import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ symbols: readonly TokenSymbol[], holds: readonly number[], a: number, fee: number }} Planned
 * @typedef {Omit<DeployedPool, 'symbols'> & { symbols: readonly TokenSymbol[] }} Pool
 */

/**
 * `holds` in whole tokens; the fee in 10^-10.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['DAI', 'USDC', 'USDT'], holds: [1_450_000, 1_620_000, 1_380_000], a: 500, fee: 1_000_000 },
  { symbols: ['USDC', 'USDT'], holds: [410_000, 380_000], a: 200, fee: 4_000_000 },
]

const settings =
  'address[] tokens, uint8[] decimals, string name, string symbol, uint256 a, uint256 fee, uint256 adminFee, address lp'

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const library = await context.create(context.recorded('far-pools', 'SwapUtilsExternal'))
  const code = context.recorded('far-pools', 'StableSwap').replaceAll(/__\$[0-9a-f]{34}\$__/g, library.slice(2))
  const token = await context.create(context.recorded('far-pools', 'LPToken'))
  await context.call(token, 'initialize(string name, string symbol)', ['Saddle LP', 'LP'])
  /** @type {Pool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, { code, token, ...one }))
  const known = pools.map(({ address, feePpm, symbols }) => ({
    address,
    tokens: symbols.map((symbol) => context.tokens[symbol].address),
    feePpm,
    facts: { decimals: symbols.map((symbol) => context.tokens[symbol].decimals) },
  }))
  const factory = itemAt(pools, 0).address
  return {
    venues: [{ protocol: 'stable-swap', name: 'saddle', title: 'Saddle', factory, feesPpm: [], pools: known }],
    pools,
  }
}

/**
 * @param {FamilyContext} context
 * @param {Planned & { code: string, token: string }} planned
 * @returns {Promise<Pool>}
 */
async function deployPool({ tokens, create, call, give, raw }, { code, token, symbols, holds, a, fee }) {
  const address = await create(code)
  const placed = symbols.map((symbol) => tokens[symbol])
  const values = [placed.map((one) => one.address), placed.map((one) => one.decimals), 'Saddle', 'LP', a, fee, 0, token]
  await call(address, `initialize(${settings})`, values)
  const amounts = symbols.map((symbol, i) => raw(symbol, itemAt(holds, i)))
  for (const [i, symbol] of symbols.entries()) {
    await give(symbol, itemAt(holds, i))
    await call(tokens[symbol].address, 'approve(address,uint256)', [address, amounts[i]])
  }
  await call(address, 'addLiquidity(uint256[],uint256,uint256)', [amounts, 0, 2n ** 40n])
  return { venue: 'saddle', symbols, feePpm: fee / 10_000, address }
}
