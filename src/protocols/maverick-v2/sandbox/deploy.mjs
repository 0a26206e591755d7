import { itemAt } from '../../../../scripts/item-at.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {Pair<TokenSymbol>} symbols
 * @property {number} price
 * @property {number} spacing
 * @property {number} ticks
 * @property {number} depth
 * @property {number} feePpm
 * @property {number} [follows]
 * @typedef {readonly [id: number, a: number, b: number]} Tick with what it holds, in whole tokens
 */

/**
 * `price` is what one of the first is worth in the second, `depth` what each tick holds in the second, whole tokens.
 * `follows`: how far from the active tick a bin lies that follows the price both ways, where there is one.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['WETH', 'USDC'], price: 2_501, spacing: 50, ticks: 24, depth: 16_000, feePpm: 400, follows: -3 },
  { symbols: ['USDC', 'USDT'], price: 1.0001, spacing: 1, ticks: 14, depth: 52_000, feePpm: 20 },
  { symbols: ['WBTC', 'WETH'], price: 23.95, spacing: 198, ticks: 9, depth: 21, feePpm: 1_000, follows: -1 },
]

const ofState =
  '(uint128,uint128,int64,int64,uint40,int32,bool,uint32,uint8),uint40,int32[],(uint128,uint128,uint128,uint32[4])[]'
const fill = `fill(${ofState},(uint128,uint128,uint128,uint8,int32,uint32)[])`
const one = 10n ** 18n
/** The part of the fee that leaves a tick, in 10^-3. */
const protocolShare = 50

/**
 * Ports: no package has Maverick's own code.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const codes = context.compile(['MaverickPoolPort', 'MaverickLensPort', 'MaverickFactoryPort'])
  const factory = await context.create(codes.MaverickFactoryPort)
  const lens = await context.create(codes.MaverickLensPort)
  /** @type {DeployedPool[]} */
  const pools = []
  for (const asked of plan) pools.push(await deployPool(context, codes.MaverickPoolPort, { ...asked, factory }))
  const venue = {
    protocol: 'maverick-v2',
    name: 'maverick-v2',
    title: 'Maverick V2',
    feesPpm: [100],
    facts: { lens },
    factory,
  }
  return { venues: [venue], pools }
}

/**
 * @param {FamilyContext} context
 * @param {string} code
 * @param {Planned & { factory: string }} asked
 * @returns {Promise<DeployedPool>}
 */
async function deployPool(context, code, asked) {
  const { symbols, spacing, feePpm, factory } = asked
  const { tokens, create, call, give, raw } = context
  const [x, y] = symbols
  const [a, b] = BigInt(tokens[x].address) < BigInt(tokens[y].address) ? [x, y] : [y, x]
  const pair = [tokens[a].address, tokens[b].address]
  const scales = [a, b].map((symbol) => 10n ** BigInt(18 - tokens[symbol].decimals))
  const fee = (one * BigInt(feePpm)) / 1_000_000n
  const types = ['address[2]', 'uint256[2]', 'uint256[2]', 'uint256', 'uint256']
  const address = await create(code, types, [pair, scales, [fee, fee], spacing, 600])
  await call(factory, 'add(address,address,address)', [...pair, address])
  const { ticks, active } = ticksOf(asked, a === symbols[0])
  const sums = [
    ticks.reduce((all, [, inA]) => all + inA, 0) * 1.0001,
    ticks.reduce((all, [, , inB]) => all + inB, 0) * 1.0001,
  ]
  for (const [side, symbol] of [a, b].entries())
    await give(symbol, round(itemAt(sums, side), tokens[symbol].decimals), address)
  const reserves = [a, b].map((symbol, side) => raw(symbol, round(itemAt(sums, side), tokens[symbol].decimals)))
  const mean = BigInt(Math.round((active + 0.5) * 1e8))
  const { held, bins } = deployed(ticks, asked.follows === undefined ? undefined : active + asked.follows)
  const state = [...reserves, mean, mean, 0, active, false, bins.length, protocolShare]
  await call(address, fill, [state, 0, ticks.map(([id]) => id), held, bins])
  return { venue: 'maverick-v2', symbols, feePpm, address }
}

/**
 * @param {number} amount
 * @param {number} decimals
 */
const round = (amount, decimals) => Number(amount.toFixed(Math.min(6, decimals)))

/**
 * From the lowest tick: its number, and what it holds of A and of B in whole tokens. Uneven, as no pool is even.
 * @param {Planned} planned
 * @param {boolean} isFirst
 * @returns {{ ticks: Tick[], active: number }}
 */
function ticksOf({ price, spacing, ticks: count, depth }, isFirst) {
  // price of B in A
  const active = Math.floor(Math.log(isFirst ? 1 / price : price) / Math.log(1.0001) / spacing)
  /**
   * @param {number} i
   * @returns {Tick}
   */
  const tickAt = (i) => {
    const worth = depth * (1 + 0.3 * Math.sin(i * 1.7))
    const [inA, inB] = isFirst ? [worth / price, worth] : [worth, worth / price]
    return [
      active + i - count,
      i > count ? 0 : inA * (i === count ? 0.4 : 1),
      i < count ? 0 : inB * (i === count ? 0.6 : 1),
    ]
  }
  return { ticks: Array.from({ length: 2 * count + 1 }, (_, i) => tickAt(i)), active }
}

/**
 * A bin that stays in each tick, and one that follows in one of them.
 * @param {readonly Tick[]} ticks
 * @param {number | undefined} follows
 */
function deployed(ticks, follows) {
  /** @param {number} amount */
  const wads = (amount) => BigInt(Math.round(amount * 1e6)) * 10n ** 12n
  const bins = ticks.map(([id]) => [0, one, 2n * one, 0, id, 0])
  if (follows !== undefined) bins.push([0, one / 2n, one, 3, follows, 0])
  const held = ticks.map(([id, a, b], i) => {
    const both = id === follows
    return [wads(a), wads(b), both ? (one * 3n) / 2n : one, [i + 1, 0, 0, both ? bins.length : 0]]
  })
  return { held, bins }
}
