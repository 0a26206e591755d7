/** Balancer v2's vault, with pools of every supported kind. */
import { readFileSync } from 'node:fs'
import { memberOf } from '../../../../scripts/item-at.mjs'
import { describePool, noAddress, rateProvidersOf, sidesOf, wad } from '../../../../scripts/sandbox-state/balancer.mjs'

/**
 * @import { Described, Planned, Side } from '../../../../scripts/sandbox-state/balancer.mjs'
 * @import { Deployed, FamilyContext } from '../../../../scripts/sandbox-state/shapes.ts'
 */

/** @type {readonly Planned[]} */
const plan = [
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
export async function deployFamily(context) {
  const code = readCodes()
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
  for (const one of plan) deployed.push(await deployPool(context, { ...one, vault, factory: factories[one.kind] }))
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
async function deployPool(context, one) {
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
  return describePool('balancer-v2', one, sides, address, {
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
 * @returns {(name: string) => string}
 */
function readCodes() {
  /** @type {{ contracts: Record<string, string> }} */
  const { contracts } = JSON.parse(readFileSync(new URL('../test/recorded-code.data.json', import.meta.url), 'utf8'))
  return (name) => memberOf(contracts, name)
}
