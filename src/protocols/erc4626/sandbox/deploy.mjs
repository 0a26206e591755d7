import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {TokenSymbol} asset
 * @property {string} name
 * @property {string} symbol
 * @property {number} offset
 * @property {number} deposited
 * @property {number} earned
 * @typedef {DeployedPool & { asset: TokenSymbol, offset: number }} Vault
 */

/**
 * What was deposited and what the vault has earned since, in whole tokens.
 * @type {readonly Planned[]}
 */
const plan = [
  { asset: 'DAI', name: 'Savings DAI', symbol: 'svDAI', offset: 0, deposited: 900_000, earned: 61_200 },
  { asset: 'USDC', name: 'Savings USDC', symbol: 'svUSDC', offset: 12, deposited: 400_000, earned: 9_730 },
  { asset: 'WETH', name: 'Savings Ether', symbol: 'svETH', offset: 0, deposited: 700, earned: 31.4 },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  /** @type {Vault[]} */
  const pools = []
  for (const one of plan) pools.push(await deployVault(context, one))
  const known = pools.map(({ address, asset, offset }) => ({
    address,
    tokens: [context.tokens[asset].address, address],
    feePpm: 0,
    facts: { decimalsOffset: offset },
  }))
  const factory = itemAt(pools, 0).address
  return {
    venues: [{ protocol: 'erc4626', name: 'vaults', title: 'ERC-4626 vaults', factory, feesPpm: [0], pools: known }],
    pools,
  }
}

/**
 * @param {FamilyContext} context
 * @param {Planned} planned
 * @returns {Promise<Vault>}
 */
async function deployVault(context, { asset, name, symbol, offset, deposited, earned }) {
  const { tokens, maker, create, recorded, call, give, raw } = context
  const { address: token } = tokens[asset]
  const types = ['address', 'string', 'string', 'uint8']
  const address = await create(recorded('source-pools', 'ShareVault'), types, [token, name, symbol, offset])
  await give(asset, deposited)
  await call(token, 'approve(address,uint256)', [address, raw(asset, deposited)])
  await call(address, 'deposit(uint256,address)', [raw(asset, deposited), maker])
  await give(asset, earned, address)
  return { venue: 'vaults', symbols: [asset, symbol], feePpm: 0, address, asset, offset }
}
