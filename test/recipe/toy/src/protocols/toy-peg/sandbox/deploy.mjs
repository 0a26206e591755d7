/** @import { Deployed, FamilyContext } from '../../../../scripts/sandbox-state/shapes.ts' */

/** Whole tokens. */
const plan = { feePpm: 40, holds: /** @type {const} */ ({ USDC: 800_000, USDT: 700_000 }) }

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily({ tokens, compile, create, call, read, give }) {
  const { feePpm, holds } = plan
  const symbols = /** @type {const} */ (['USDC', 'USDT'])
  const factory = await create(compile(['PegFactory']).PegFactory)
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'make(address,address,uint256)', [...pair, feePpm])
  const found = await read(factory, 'pegOf(address,address) view returns (address, uint256)', pair)
  const [address] = /** @type {[string, bigint]} */ (found)
  for (const symbol of symbols) await give(symbol, holds[symbol], address)
  const venue = { protocol: 'toy-peg', name: 'toy-peg', title: 'Toy peg', factory, feesPpm: [feePpm] }
  return { venues: [venue], pools: [{ venue: venue.name, symbols, feePpm, address }] }
}
