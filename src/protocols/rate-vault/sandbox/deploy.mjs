/**
 * @import { Deployed, FamilyContext, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {TokenSymbol} asset
 * @property {string} name
 * @property {string} symbol
 * @property {bigint} rate assets for 10^27 shares
 * @property {number} shares in whole tokens
 * @property {number} idle assets that are not lent out, in whole tokens
 * @property {boolean} isLent
 */

/**
 * Ports: no package has the vaults' own code. Of the lending one a part of the assets is lent out.
 * @type {readonly Planned[]}
 */
const plan = [
  {
    ...{ asset: 'DAI', name: 'Savings DAI by rate', symbol: 'sDAI', rate: 1_173_914_020_517_334_211_908_471_663n },
    ...{ shares: 700_000, idle: 822_000, isLent: false },
  },
  {
    ...{ asset: 'USDC', name: 'Static lent USDC', symbol: 'stataUSDC', rate: 1_094_551_873_002_661_437_085_219_004n },
    ...{ shares: 500_000, idle: 190_000, isLent: true },
  },
]

const maxUint = 2n ** 256n - 1n
const venue = { protocol: 'rate-vault', name: 'rate-vaults', title: 'Vaults by rate', feesPpm: [0] }

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const made = []
  for (const one of plan) made.push(await deployVault(context, one))
  const [first] = made
  if (first === undefined) throw new Error('no vaults')
  const known = made.map(({ address, asset, isLent }) => ({
    address,
    tokens: [context.tokens[asset].address, address],
    feePpm: 0,
    ...(isLent && { facts: { isLent } }),
  }))
  return {
    venues: [{ ...venue, factory: first.address, pools: known }],
    pools: made.map(({ address, asset, symbol }) => ({
      ...{ venue: venue.name, symbols: [asset, symbol], feePpm: 0, address },
    })),
  }
}

/**
 * @param {FamilyContext} context
 * @param {Planned} planned
 */
async function deployVault(context, planned) {
  const { tokens, maker, create, call, read, give } = context
  const { asset, name, symbol, rate, shares, idle, isLent } = planned
  const { address: token, decimals } = tokens[asset]
  const types = ['address', 'string', 'string', 'uint8', 'bool']
  const code = context.compile(['RateVaultPort']).RateVaultPort
  const address = await create(code, types, [token, name, symbol, decimals, isLent])
  await call(address, 'set(uint256,uint256,bool)', [rate, isLent ? context.raw(asset, 40_000_000) : maxUint, false])
  await call(address, 'give(address,uint256)', [maker, context.raw(asset, shares)])
  const [holder] = isLent ? /** @type {[string]} */ (await read(address, 'aToken() view returns (address)')) : [address]
  await give(asset, idle, holder)
  return { ...planned, address }
}
