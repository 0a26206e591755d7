import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ symbols: Pair<TokenSymbol>, holds: Pair<number>, fees: Pair<number> }} Planned
 */

/**
 * `holds` in whole tokens; `fees` in 10^-5 of what is sold of each of `symbols`.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['WETH', 'USDC'], holds: [115, 115 * 2_500.2], fees: [300, 250] },
  { symbols: ['USDC', 'USDT'], holds: [260_000, 260_090], fees: [40, 40] },
]

/**
 * Ports: no package has Camelot's own code.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const factory = await context.create(context.compile(['PairFeesFactoryPort']).PairFeesFactoryPort)
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPair(context, factory, one))
  const facts = { feeFrom: 'reserves', feeUnit: 100_000, stableFlag: '0x9e548b7f' }
  const venue = { protocol: 'pair-fees', name: 'camelot-v2', title: 'Camelot V2', feesPpm: [3_000], facts, factory }
  return { venues: [venue], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} factory
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPair({ tokens, call, read, give }, factory, { symbols, holds, fees }) {
  /** @type {Pair<string>} */
  const pair = [tokens[symbols[0]].address, tokens[symbols[1]].address]
  await call(factory, 'createPair(address,address)', pair)
  const found = await read(factory, 'getPair(address,address) view returns (address)', pair)
  const [address] = /** @type {[string]} */ (found)
  for (const [i, symbol] of symbols.entries()) await give(symbol, itemAt(holds, i), address)
  const ordered = pair[0] < pair[1] ? fees : fees.toReversed()
  await call(address, 'set(uint16,uint16,bool)', [...ordered, false])
  await call(address, 'sync()', [])
  return { venue: 'camelot-v2', symbols, feePpm: 3_000, address }
}
