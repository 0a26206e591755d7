/** Balancer v3's vault, with pools of every supported kind. */
import { readFileSync } from 'node:fs'
import { getCreateAddress, Interface, zeroPadValue } from 'ethers'
import { memberOf } from '../../../../scripts/item-at.mjs'
import { describePool, noAddress, rateProvidersOf, sidesOf, wad } from '../../../../scripts/sandbox-state/balancer.mjs'

/**
 * @import { Described, Planned } from '../../../../scripts/sandbox-state/balancer.mjs'
 * @import { Deployed, FamilyContext } from '../../../../scripts/sandbox-state/shapes.ts'
 */

const year = 31_536_000

/** @type {readonly Planned[]} */
const plan = [
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
export async function deployFamily(context) {
  const code = readCodes()
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
  for (const [i, one] of plan.entries()) {
    deployed.push(await deployPool(context, { ...one, salt: i, filler, factory: factories[one.kind] }))
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
async function deployPool(context, one) {
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
  return describePool('balancer-v3', one, sides, address, { curve: kind })
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
