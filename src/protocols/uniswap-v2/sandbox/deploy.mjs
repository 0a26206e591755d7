import { readFileSync } from 'node:fs'
import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ fork: string, symbols: Pair<TokenSymbol>, holds: Pair<number> }} Planned
 * @typedef {typeof forks[number] & { factory: string }} Fork
 */

/** Forks with their own factory and fee; Uniswap's and Sushi's pairs are part of every sandbox. */
const forks = [
  { name: 'pancake-v2', title: 'PancakeSwap V2', made: '@pancakeswap-libs/pancake-swap-core', feePpm: 2_000 },
  { name: 'joe-v1', title: 'LFJ V1', made: '@traderjoe-xyz/core', feePpm: 3_000 },
]

/** @type {readonly Planned[]} */
const plan = [
  { fork: 'pancake-v2', symbols: ['WETH', 'USDC'], holds: [260, 260 * 2_500.7] },
  { fork: 'pancake-v2', symbols: ['WETH', 'USDT'], holds: [140, 140 * 2_499.6] },
  { fork: 'pancake-v2', symbols: ['USDC', 'DAI'], holds: [310_000, 309_900] },
  { fork: 'joe-v1', symbols: ['WETH', 'USDC'], holds: [95, 95 * 2_499.1] },
  { fork: 'joe-v1', symbols: ['WBTC', 'WETH'], holds: [6, 6 * 24.01] },
]

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const record = new URL('../../../../scripts/sandbox-state/fork-factories.data.json', import.meta.url)
  /** @type {readonly { name: string, bytecode: string }[]} */
  const recorded = JSON.parse(readFileSync(record, 'utf8'))
  /** @type {Map<string, Fork>} */
  const deployed = new Map()
  for (const fork of forks) {
    const { bytecode } = found(recorded, fork.made)
    deployed.set(fork.name, { ...fork, factory: await context.create(bytecode, ['address'], [context.maker]) })
  }
  /** @type {DeployedPool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPair(context, found([...deployed.values()], one.fork), one))
  const venues = [...deployed.values()].map(({ name, title, feePpm, factory }) => {
    return { protocol: 'uniswap-v2', name, title, factory, feesPpm: [feePpm] }
  })
  return { venues, pools }
}

/**
 * @template {{ name: string }} T
 * @param {readonly T[]} list
 * @param {string} name
 */
function found(list, name) {
  const one = list.find((other) => other.name === name)
  if (one === undefined) throw new RangeError(`no ${name}`)
  return one
}

/**
 * @param {FamilyContext} context
 * @param {Fork} fork
 * @param {Planned} planned
 * @returns {Promise<DeployedPool>}
 */
async function deployPair({ tokens, maker, call, read, give }, { name, feePpm, factory }, { symbols, holds }) {
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'createPair(address,address)', pair)
  const made = await read(factory, 'getPair(address,address) view returns (address)', pair)
  const [address] = /** @type {[string]} */ (made)
  for (const [i, symbol] of symbols.entries()) await give(symbol, itemAt(holds, i), address)
  await call(address, 'mint(address)', [maker])
  return { venue: name, symbols, feePpm, address }
}
