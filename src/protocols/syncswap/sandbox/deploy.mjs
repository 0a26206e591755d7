/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ symbols: Pair<TokenSymbol>, holds: Pair<number>, feeE5: number, stable: boolean }} Planned
 * @typedef {Planned & { vault: string, master: string, factory: string }} Asked
 */

/**
 * `holds` in whole tokens, `feeE5` in 10^-5; stable pools have tokens of equal price.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['WETH', 'USDC'], holds: [310, 776_000], feeE5: 200, stable: false },
  { symbols: ['WBTC', 'WETH'], holds: [9, 215.5], feeE5: 300, stable: false },
  { symbols: ['USDC', 'USDT'], holds: [640_000, 571_000], feeE5: 40, stable: true },
  { symbols: ['DAI', 'USDC'], holds: [280_000, 312_000], feeE5: 10, stable: true },
]

/**
 * Ports: no package has SyncSwap's own code.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const codes = context.compile(['SyncSwapVaultPort', 'SyncSwapMasterPort', 'SyncSwapPoolPort'])
  const vault = await context.create(codes.SyncSwapVaultPort, ['address'], [context.tokens.WETH.address])
  const master = await context.create(codes.SyncSwapMasterPort, ['address'], [vault])
  // looked up only: one for classic pools, one for stable ones
  const factory = await context.create(codes.SyncSwapMasterPort, ['address'], [vault])
  const stableFactory = await context.create(codes.SyncSwapMasterPort, ['address'], [vault])
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) {
    const made = { ...one, vault, master, factory: one.stable ? stableFactory : factory }
    pools.push(await deployPool(context, codes.SyncSwapPoolPort, made))
  }
  const facts = { vault, stableFactory }
  const venue = { protocol: 'syncswap', name: 'syncswap', title: 'SyncSwap', feesPpm: [400, 2_000], facts, factory }
  return { venues: [venue], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} code
 * @param {Asked} asked
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, code, { symbols, holds, feeE5, stable, vault, master, factory }) {
  const { tokens, create, call, give } = context
  const x = { symbol: symbols[0], hold: holds[0], ...tokens[symbols[0]] }
  const y = { symbol: symbols[1], hold: holds[1], ...tokens[symbols[1]] }
  const [first, second] = BigInt(x.address) < BigInt(y.address) ? [x, y] : [y, x]
  const multipliers = [first, second].map(({ decimals }) => (stable ? 10n ** BigInt(18 - decimals) : 0n))
  const types = ['uint16', 'address', 'address', 'address', 'uint256', 'uint256']
  const made = [stable ? 2 : 1, master, first.address, second.address, ...multipliers]
  const address = await create(code, types, made)
  const pair = [first.address, second.address]
  await call(factory, 'add(address,address,address)', [address, ...pair])
  for (const sold of [pair, pair.toReversed()])
    await call(master, 'setTokenSwapFee(address,address,uint24)', [...sold, feeE5])
  for (const { symbol, hold, address: token } of [first, second]) {
    await give(symbol, hold, vault)
    await call(vault, 'deposit(address,address)', [token, address])
  }
  await call(address, 'sync()', [])
  return { venue: 'syncswap', symbols, feePpm: feeE5 * 10, address }
}
