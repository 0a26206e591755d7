/** Balancer's two vaults, with pools of every supported kind. */
import { readFileSync } from 'node:fs'
import { getCreateAddress, Interface, zeroPadValue } from 'ethers'
import { itemAt, memberOf } from '../../item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, KnownPool, TokenSymbol } from '../shapes.ts'
 * @typedef {'weighted' | 'stable'} Kind
 * @typedef {object} Planned
 * @property {Kind} kind
 * @property {readonly TokenSymbol[]} symbols
 * @property {number} feePpm
 * @property {readonly number[]} holds
 * @property {readonly number[]} [weights]
 * @property {number} [a]
 * @property {readonly number[]} [rates]
 * @typedef {object} Side
 * @property {TokenSymbol} symbol
 * @property {string} address
 * @property {number} decimals
 * @property {number} amount whole tokens
 * @property {bigint} raw
 * @property {bigint} weight
 * @property {number | undefined} rate
 * @typedef {{ known: KnownPool, listed: DeployedPool }} Described of the venue, and of the list of all pools
 */

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  // v3's vault address is computed from the maker's first nonce, so v3 comes first.
  const v3 = await deployV3(context)
  const v2 = await deployV2(context)
  return { venues: [...v2.venues, ...v3.venues], pools: [...v2.pools, ...v3.pools] }
}

const year = 31_536_000

/** @type {readonly Planned[]} */
const planV3 = [
  { kind: 'weighted', symbols: ['WETH', 'USDC'], feePpm: 2_500, holds: [330, 330 * 2_501.2], weights: [0.5, 0.5] },
  { kind: 'stable', symbols: ['USDC', 'USDT', 'DAI'], feePpm: 300, holds: [2_900_000, 3_300_000, 2_700_000], a: 800 },
  { kind: 'stable', symbols: ['wstETH', 'WETH'], feePpm: 300, holds: [1_150, 1_290], a: 300, rates: [1.1803] },
]

const config = '(address token, uint8 kind, address rateProvider, bool paysYieldFees)[]'
const rest = '(address, address, address), uint256, address, bool, bool, bytes32'
const factoryOf = {
  weighted: new Interface([`function create(string, string, ${config}, uint256[], ${rest})`]),
  stable: new Interface([`function create(string, string, ${config}, uint256, ${rest})`]),
}

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
async function deployV3(context) {
  const code = codesOf('v3')
  const { create, maker } = context
  const vault = getCreateAddress({ from: maker, nonce: 3 }).toLowerCase()
  const windows = [4 * year, 0.25 * year, 1_000_000, 1_000]
  const admin = await create(
    code('VaultAdmin'),
    ['address', 'uint32', 'uint32', 'uint256', 'uint256'],
    [vault, ...windows],
  )
  const extension = await create(code('VaultExtension'), ['address', 'address'], [vault, admin])
  const fees = await create(
    code('ProtocolFeeController'),
    ['address', 'uint256', 'uint256'],
    [vault, wad(0.5), wad(0.1)],
  )
  // No governance: the authorizer is the maker, an account without code.
  await create(code('Vault'), ['address', 'address', 'address'], [extension, maker, fees])

  const types = ['address', 'uint32', 'string', 'string']
  const values = [vault, 4 * year, '', '']
  const factories = {
    weighted: await create(code('WeightedPoolFactory'), types, values),
    stable: await create(code('StablePoolFactory'), types, values),
  }
  const filler = await create(context.compile(['BalancerFiller']).BalancerFiller, ['address'], [vault])
  const deployed = []
  for (const [i, one] of planV3.entries()) {
    deployed.push(await deployPoolV3(context, { ...one, salt: i, filler, factory: factories[one.kind] }))
  }
  const pools = deployed.map(({ known }) => known)
  const venue = {
    protocol: 'balancer-v3',
    name: 'balancer-v3',
    title: 'Balancer V3',
    factory: vault,
    feesPpm: [],
    facts: { weighted: [factories.weighted], stable: [factories.stable] },
    pools,
  }
  return { venues: [venue], pools: deployed.map(({ listed }) => listed) }
}

/**
 * @param {FamilyContext} context
 * @param {Planned & { salt: number, filler: string, factory: string }} one
 * @returns {Promise<Described>}
 */
async function deployPoolV3(context, one) {
  const { kind, factory, filler, feePpm, a, salt } = one
  const sides = sidesOf(context, one)
  const tokens = sides.map(({ address }) => address)
  const providers = await rateProvidersOf(context, sides)
  const configs = sides.map(({ address }, i) => [address, providers[i] === noAddress ? 0 : 1, providers[i], false])
  const create = factoryOf[kind].encodeFunctionData('create', [
    '',
    '',
    configs,
    kind === 'weighted' ? sides.map(({ weight }) => weight) : a,
    [noAddress, noAddress, noAddress],
    wad(feePpm / 1e6),
    noAddress,
    false,
    false,
    zeroPadValue(`0x0${salt}`, 32),
  ])
  for (const { symbol, amount } of sides) await context.give(symbol, amount, filler)
  const amounts = sides.map(({ raw }) => raw)
  await context.call(filler, 'make(address, bytes, address[], uint256[])', [factory, create, tokens, amounts])
  const [address] = /** @type {[string]} */ (await context.read(filler, 'made() view returns (address)'))
  return described('balancer-v3', one, sides, address, { curve: kind })
}

/** @type {readonly Planned[]} */
const planV2 = [
  { kind: 'weighted', symbols: ['UNI', 'WETH'], feePpm: 3_000, holds: [640_000, 512], weights: [0.8, 0.2] },
  {
    kind: 'weighted',
    symbols: ['WBTC', 'WETH', 'USDC'],
    feePpm: 2_000,
    holds: [11, 264, 680_200],
    weights: [0.33, 0.33, 0.34],
  },
  { kind: 'stable', symbols: ['USDC', 'USDT', 'DAI'], feePpm: 400, holds: [4_100_000, 3_800_000, 4_300_000], a: 500 },
  { kind: 'stable', symbols: ['wstETH', 'WETH'], feePpm: 400, holds: [820, 1_010], a: 200, rates: [1.1803] },
]

const signatures = {
  weighted: 'create(string, string, address[], uint256[], address[], uint256, address)',
  stable: 'create(string, string, address[], uint256, address[], uint256[], bool[], uint256, address)',
}

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
async function deployV2(context) {
  const code = codesOf('v2')
  const { create, maker } = context
  // No governance: the authorizer is the maker, an account without code.
  const constants = ['address', 'address', 'uint256', 'uint256']
  const vault = await create(code('Vault'), constants, [maker, context.tokens.WETH.address, 0, 0])
  const half = wad(0.5)
  const fees = await create(code('ProtocolFeePercentagesProvider'), constants.slice(1), [vault, half, half])
  const settings = [
    ['address', 'address', 'string', 'string'],
    [vault, fees, '', ''],
  ]
  const factories = {
    weighted: await create(code('WeightedPoolFactory'), ...settings),
    stable: await create(code('ComposableStablePoolFactory'), ...settings),
  }
  const deployed = []
  for (const one of planV2) deployed.push(await deployPoolV2(context, { ...one, vault, factory: factories[one.kind] }))
  const pools = deployed.map(({ known }) => known)
  const venue = {
    protocol: 'balancer-v2',
    name: 'balancer-v2',
    title: 'Balancer V2',
    factory: vault,
    feesPpm: [],
    facts: { weighted: [factories.weighted], composable: [factories.stable] },
    pools,
  }
  return { venues: [venue], pools: deployed.map(({ listed }) => listed) }
}

/**
 * @param {FamilyContext} context
 * @param {Planned & { vault: string, factory: string }} one
 * @returns {Promise<Described>}
 */
async function deployPoolV2(context, one) {
  const { kind, vault, factory, feePpm, a } = one
  const sides = sidesOf(context, one)
  const tokens = sides.map(({ address }) => address)
  const providers = await rateProvidersOf(context, sides)
  const shape =
    kind === 'weighted'
      ? [sides.map(({ weight }) => weight), providers]
      : [a, providers, sides.map(() => 10_800), sides.map(() => false)]
  const made = ['', '', tokens, ...shape, wad(feePpm / 1e6), context.maker]
  const found = await context.read(factory, `${signatures[kind]} returns (address)`, made)
  const [address] = /** @type {[string]} */ (found)
  await context.call(factory, signatures[kind], made)

  const [poolId] = /** @type {[string]} */ (await context.read(address, 'getPoolId() view returns (bytes32)'))
  const registered = await join(context, { vault, poolId, sides })
  const own = registered.findIndex((token) => !tokens.includes(token))
  return described('balancer-v2', one, sides, address, {
    poolId,
    curve: kind,
    scalings: sides.map(({ decimals }) => 10n ** BigInt(18 - decimals)),
    ...(kind === 'stable' && {
      rateProviders: providers.map((provider) => (provider === noAddress ? '' : provider)),
      ownIndex: own,
    }),
  })
}

/**
 * Fills a pool; if it holds its own token too, none of that is paid in.
 * @param {FamilyContext} context
 * @param {{ vault: string, poolId: string, sides: readonly Side[] }} filled
 */
async function join(context, { vault, poolId, sides }) {
  for (const { symbol, address, amount } of sides) {
    await context.give(symbol, amount)
    await context.call(address, 'approve(address,uint256)', [vault, 2n ** 256n - 1n])
  }
  const found = 'getPoolTokens(bytes32) view returns (address[] tokens, uint256[], uint256)'
  const [tokens] = /** @type {[Iterable<string>]} */ (await context.read(vault, found, [poolId]))
  const registered = [...tokens].map((token) => token.toLowerCase())
  const amounts = registered.map((token) => sides.find(({ address }) => address === token)?.raw ?? 0n)
  const how = context.encode(['uint256', 'uint256[]'], [0, amounts])
  const max = registered.map(() => 2n ** 256n - 1n)
  await context.call(vault, 'joinPool(bytes32, address, address, (address[], uint256[], bytes, bool))', [
    poolId,
    context.maker,
    context.maker,
    [registered, max, how, false],
  ])
  return registered
}

/**
 * Creation codes recorded by scripts/record-balancer.mjs, by the names of the contracts.
 * @param {'v2' | 'v3'} version
 * @returns {(name: string) => string}
 */
function codesOf(version) {
  const file = new URL(`../../../test/contracts/balancer-${version}.data.json`, import.meta.url)
  /** @type {{ contracts: Record<string, string> }} */
  const { contracts } = JSON.parse(readFileSync(file, 'utf8'))
  return (name) => memberOf(contracts, name)
}

/**
 * The sides of a planned pool in address order, as vaults require, with their raw amounts.
 * @param {FamilyContext} context
 * @param {Planned} plan
 * @returns {Side[]}
 */
function sidesOf({ tokens, raw }, plan) {
  const sides = plan.symbols.map((symbol, i) => ({
    symbol,
    ...tokens[symbol],
    amount: itemAt(plan.holds, i),
    raw: raw(symbol, itemAt(plan.holds, i)),
    weight: BigInt(Math.round((plan.weights?.[i] ?? 0) * 1e9)) * 10n ** 9n,
    rate: plan.rates?.[i],
  }))
  return sides.sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
}

/** @param {number} n */
const wad = (n) => BigInt(Math.round(n * 1e9)) * 10n ** 9n

/**
 * A contract per rate; the zero address for a side without one.
 * @param {FamilyContext} context
 * @param {readonly Side[]} sides
 */
async function rateProvidersOf({ create, compile }, sides) {
  const { FixedRate } = compile(['FixedRate'])
  const providers = []
  for (const { rate } of sides) {
    providers.push(rate === undefined ? noAddress : await create(FixedRate, ['uint256'], [wad(rate)]))
  }
  return providers
}

const noAddress = `0x${'0'.repeat(40)}`

/**
 * Of the venue and of the list of all pools.
 * @param {string} name
 * @param {Planned} plan
 * @param {readonly Side[]} sides
 * @param {string} address
 * @param {KnownPool['facts'] & object} facts
 * @returns {Described}
 */
const described = (name, plan, sides, address, facts) => ({
  known: { address, tokens: sides.map((side) => side.address), feePpm: plan.feePpm, facts },
  listed: { venue: name, symbols: plan.symbols, feePpm: plan.feePpm, address },
})
