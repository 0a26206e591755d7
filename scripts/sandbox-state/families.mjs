/**
 * Deploys the pools of the families that have a `sandbox/deploy.mjs`, each from an account of its own, so that adding a
 * family changes no other addresses.
 */
import { resolve } from 'node:path'
import { AbiCoder, FunctionFragment, getAddress, Interface, id } from 'ethers'
import { compile } from './compile.mjs'
import { createDeployer } from './deployer.mjs'
import { recorded } from './recorded.mjs'
import { familyFolder, listFamilies } from './split.mjs'

/**
 * @import { Rpc } from '#sandbox/anvil/rpc'
 * @import { Chain, Contracts, DeployedPool, DeployedVenue, FamilyContext, FamilyFile, KnownPool } from './shapes.ts'
 */

/**
 * What they deployed: `venues` as a network's entry states them, and `pools`.
 * `onDeployed` is called with the name of each family after it was deployed, and awaited.
 * @param {Chain} context
 * @param {Contracts} contracts
 * @param {(family: string) => Promise<void> | void} onDeployed
 */
export async function deployFamilies(context, contracts, onDeployed) {
  /** @type {{ venues: DeployedVenue[], pools: DeployedPool[] }} */
  const deployed = { venues: [], pools: [] }
  for (const family of listFamilies('deploy.mjs')) {
    /** @type {FamilyFile} */
    const { deployFamily } = await import(resolve(familyFolder(family), 'deploy.mjs'))
    const { venues, pools } = await deployFamily(createFamilyContext(context, contracts, family))
    await onDeployed(family)
    deployed.venues.push(...venues)
    deployed.pools.push(...pools)
  }
  return deployed
}

/**
 * What a family uses to deploy its pools. Addresses are lower case; amounts are in smallest units.
 * @param {Chain} context
 * @param {Contracts} contracts
 * @param {string} family
 * @returns {FamilyContext}
 */
function createFamilyContext(context, { tokens, treasury }, family) {
  const { rpc } = context
  const maker = `0x${id(`swapline sandbox ${family}`).slice(-40)}`
  const own = createDeployer(context, maker)
  const bank = createDeployer(context, treasury)
  const funded = rpc('anvil_setBalance', maker, `0x${(1_000_000n * 10n ** 18n).toString(16)}`)
  return {
    /** The account that creates and owns the family's contracts. */
    maker,
    /** `{ address, decimals }` by symbol. */
    tokens,
    /** Compiles contracts of its own folder or of contracts/sandbox, by name. */
    compile: (names, evmVersion) => compile(names, { folder: familyFolder(family), evmVersion }),
    /** Creation code of third-party contracts: `recorded('far-pools', 'StableSwap')`. */
    recorded,
    /** Creates a contract; returns its address. */
    create: async (...args) => {
      await funded
      return own.create(...args)
    },
    /** `call(to, 'mint(address,uint256)', values, value)` */
    call: async (...args) => {
      await funded
      await own.call(...args)
    },
    /** `read(to, 'getPair(address,address) view returns (address)', values)`: the results, addresses lower case. */
    read: (to, signature, values = []) => readOf(rpc, to, signature, values),
    /** Transfers tokens of the treasury; `amount` in whole tokens. */
    give: (symbol, amount, to = maker) =>
      bank.call(tokens[symbol].address, 'transfer(address,uint256)', [to, raw(amount, tokens[symbol].decimals)]),
    /** Whole tokens in the smallest unit. */
    raw: (symbol, amount) => raw(amount, tokens[symbol].decimals),
    encode: (types, values) => AbiCoder.defaultAbiCoder().encode(types, values),
  }
}

/**
 * @param {Rpc} rpc
 * @param {string} to
 * @param {string} signature
 * @param {readonly unknown[]} values
 * @returns {Promise<unknown[]>}
 */
async function readOf(rpc, to, signature, values) {
  const method = FunctionFragment.from(`function ${signature}`)
  const contract = new Interface([method])
  /** @type {string} */
  const answer = await rpc('eth_call', { to, data: contract.encodeFunctionData(method, values) }, 'latest')
  /** @type {unknown[]} */
  const results = contract.decodeFunctionResult(method, answer).toArray()
  return results.map((one) => (typeof one === 'string' && /^0x[0-9a-fA-F]{40}$/.test(one) ? one.toLowerCase() : one))
}

/**
 * Precise to nine decimal places.
 * @param {number} amount
 * @param {number} decimals
 */
const raw = (amount, decimals) => (BigInt(Math.round(amount * 1e9)) * 10n ** BigInt(decimals)) / 1_000_000_000n

/**
 * The source of the module with the venues that the sandbox's entry imports.
 * @param {readonly DeployedVenue[]} venues
 */
export const describeVenues = (venues) =>
  [
    '// Written by scripts/build-sandbox-state.mjs. Do not edit.',
    "import type { Venue } from '#domain/pools/protocol'",
    "import { evm } from '#domain/units'",
    '',
    'export const deployedVenues: readonly Venue[] = [',
    ...venues.map((venue) => `  ${venueText(venue)},`),
    ']',
    '',
  ].join('\n')

/** @param {string} address */
const addressText = (address) => `evm('${getAddress(address)}')`

/** @param {DeployedVenue} venue */
function venueText({ factory, pools, ...rest }) {
  const known = pools === undefined ? [] : [`pools: [${pools.map(knownPoolText).join(', ')}]`]
  return `{ ${[...fieldsOf(rest), `factory: ${addressText(factory)}`, ...known].join(', ')} }`
}

/** @param {KnownPool} pool */
function knownPoolText({ address, tokens, base, ...rest }) {
  const below = base === undefined ? [] : [`base: ${addressText(base)}`]
  const fields = [`address: ${addressText(address)}`, `tokens: [${tokens.map(addressText).join(', ')}]`, ...below]
  return `{ ${[...fields, ...fieldsOf(rest)].join(', ')} }`
}

/** @param {object} fields */
const fieldsOf = (fields) => Object.entries(fields).map(([name, value]) => `${name}: ${literal(value)}`)

/**
 * Plain data as source text.
 * @param {unknown} value
 * @returns {string}
 */
function literal(value) {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) return `{ ${fieldsOf(value).join(', ')} }`
  return String(value)
}
