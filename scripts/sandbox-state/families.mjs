/**
 * Lays the pools of the families that have a file in `families`, each from an account of its own, so that no family's
 * addresses depend on another's: adding one moves none.
 */
import { readdirSync } from 'node:fs'
import { AbiCoder, getAddress, Interface, id } from 'ethers'
import { compile } from './compile.mjs'
import { createDeployer } from './deployer.mjs'
import { recorded } from './recorded.mjs'

const folder = new URL('./families/', import.meta.url)

/** What they laid: `venues` as a network's entry states them, and `pools`. */
export async function layFamilies(context, ground) {
  const laid = { venues: [], pools: [] }
  for (const file of readdirSync(folder).sort()) {
    const { lay } = await import(new URL(file, folder).href)
    const { venues, pools } = await lay(stageFor(context, ground, file.replace('.mjs', '')))
    laid.venues.push(...venues)
    laid.pools.push(...pools)
  }
  return laid
}

/** What a family lays its pools with. Addresses are lower case; amounts are in smallest units. */
function stageFor(context, { tokens, treasury }, family) {
  const { rpc } = context
  const maker = `0x${id(`swapline sandbox ${family}`).slice(-40)}`
  const own = createDeployer(context, maker)
  const bank = createDeployer(context, treasury)
  const funded = rpc('anvil_setBalance', maker, `0x${(1_000_000n * 10n ** 18n).toString(16)}`)
  return {
    /** Who makes and owns everything of the family. */
    maker,
    /** `{ address, decimals }` by symbol. */
    tokens,
    /** Compiles contracts of contracts/sandbox, by name. */
    compile,
    /** Creation code of others' contracts: `recorded('far-pools', 'StableSwap')`. */
    recorded,
    /** Makes a contract; gives its address. */
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
    /** Hands out some of the treasury's tokens; `amount` in whole tokens. */
    give: (symbol, amount, to = maker) =>
      bank.call(tokens[symbol].address, 'transfer(address,uint256)', [to, raw(amount, tokens[symbol].decimals)]),
    /** Whole tokens in the smallest unit. */
    raw: (symbol, amount) => raw(amount, tokens[symbol].decimals),
    encode: (types, values) => AbiCoder.defaultAbiCoder().encode(types, values),
  }
}

async function readOf(rpc, to, signature, values) {
  const contract = new Interface([`function ${signature}`])
  const [{ name }] = contract.fragments
  const answer = await rpc('eth_call', { to, data: contract.encodeFunctionData(name, values) }, 'latest')
  return contract
    .decodeFunctionResult(name, answer)
    .map((one) => (/^0x[0-9a-fA-F]{40}$/.test(one) ? one.toLowerCase() : one))
}

/** Read to nine places. */
const raw = (amount, decimals) => (BigInt(Math.round(amount * 1e9)) * 10n ** BigInt(decimals)) / 1_000_000_000n

/** The venues as the source of a module that the sandbox's entry imports. */
export const describeVenues = (venues) =>
  [
    '// Written by scripts/build-sandbox-state.mjs. Do not edit.',
    "import type { Venue } from '#domain/protocol'",
    "import { evm } from '#domain/units'",
    '',
    'export const laidVenues: readonly Venue[] = [',
    ...venues.map((venue) => `  ${venueText(venue)},`),
    ']',
    '',
  ].join('\n')

const addressText = (address) => `evm('${getAddress(address)}')`

function venueText({ factory, pools, ...rest }) {
  const known = pools === undefined ? [] : [`pools: [${pools.map(knownPoolText).join(', ')}]`]
  return `{ ${[...fieldsOf(rest), `factory: ${addressText(factory)}`, ...known].join(', ')} }`
}

function knownPoolText({ address, tokens, base, ...rest }) {
  const below = base === undefined ? [] : [`base: ${addressText(base)}`]
  const fields = [`address: ${addressText(address)}`, `tokens: [${tokens.map(addressText).join(', ')}]`, ...below]
  return `{ ${[...fields, ...fieldsOf(rest)].join(', ')} }`
}

const fieldsOf = (fields) => Object.entries(fields).map(([name, value]) => `${name}: ${literal(value)}`)

/** Plain data as source text. */
function literal(value) {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object') return `{ ${fieldsOf(value).join(', ')} }`
  return String(value)
}
