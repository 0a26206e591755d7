import { AbiCoder, keccak256 } from 'ethers'
import { hill, placed, prepare, recordedCode } from '../../../../scripts/sandbox-state/ticks.mjs'

/**
 * @import { Deployed, DeployedPool, FamilyContext, KnownPool, Pair, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {object} Planned
 * @property {Pair<TokenSymbol>} symbols
 * @property {number} feePpm
 * @property {number} spacing
 * @property {number} price
 * @property {number} depth
 * @property {Pair<number>} behind gas of a trade in the pool behind it, if the first symbol is sold or the second
 * @property {boolean} [native]
 * @typedef {Record<'inner' | 'view' | 'vault' | 'manager', string>} Contracts
 * @typedef {DeployedPool & Pick<KnownPool, 'tokens' | 'facts'>} Pool
 */

const name = 'pancake-infinity'
const nobody = '0x0000000000000000000000000000000000000000'
const keyType = '(address,address,address,address,uint24,bytes32)'
const innerType = '(address,address,uint24,int24,address)'
/** Parts per million, for either token. */
const ofProtocol = 160

/**
 * Gas of the pools behind is measured on used pools.
 * @type {readonly Planned[]}
 */
const plan = [
  { symbols: ['WETH', 'USDC'], feePpm: 340, spacing: 10, price: 2_500.9, depth: 430, behind: [37_800, 45_400] },
  { symbols: ['WBTC', 'WETH'], feePpm: 670, spacing: 10, price: 24.013, depth: 19, behind: [39_000, 39_000] },
  { symbols: ['USDC', 'USDT'], feePpm: 67, spacing: 1, price: 1.0001, depth: 1_700_000, behind: [45_400, 37_700] },
  // native currency sorts before any token, as WETH does before wstETH
  {
    symbols: ['WETH', 'wstETH'],
    feePpm: 120,
    spacing: 1,
    price: 0.8471,
    depth: 410,
    behind: [24_800, 34_800],
    native: true,
  },
]

/**
 * Ports over a PoolManager of Uniswap v4: PancakeSwap's own code is in no package.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const { create, call } = context
  const codes = context.compile(['InfinityVaultPort', 'CLPoolManagerPort'], 'cancun')
  const inner = await create(recordedCode('@uniswap/v4-core', 'PoolManager'), ['address'], [context.maker])
  const view = await create(recordedCode('@uniswap/v4-periphery', 'StateView'), ['address'], [inner])
  const vault = await create(codes.InfinityVaultPort)
  const types = ['address', 'address', 'address', 'uint24']
  const manager = await create(codes.CLPoolManagerPort, types, [vault, inner, view, ofProtocol])
  await call(vault, 'register(address)', [manager])
  /** @type {Pool[]} */
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, { inner, view, vault, manager }, one))
  const known = pools.map(({ address, tokens, feePpm, facts = {} }) => ({ address, tokens, feePpm, facts }))
  const facts = { wrapped: context.tokens.WETH.address }
  const venue = { protocol: name, name, title: 'PancakeSwap Infinity', factory: manager, feesPpm: [], facts }
  return { venues: [{ ...venue, pools: known }], pools }
}

/**
 * @param {FamilyContext} context
 * @param {Contracts} contracts
 * @param {Planned} planned
 * @returns {Promise<Pool>}
 */
async function deployPool(
  context,
  { inner, view, vault, manager },
  { symbols, feePpm, spacing, price, depth, behind: gas, native },
) {
  const { call, give, raw } = context
  const { inOrder, pair, sqrtPriceX96 } = placed(context, symbols, price)
  const currencies = native ? [nobody, pair[1]] : pair
  const together = ofProtocol + feePpm - Math.floor((ofProtocol * feePpm) / 1e6)
  const behind = [...currencies, together, spacing, nobody]
  const parameters = `0x${(BigInt(spacing) << 16n).toString(16).padStart(64, '0')}`
  const key = [...currencies, nobody, manager, feePpm, parameters]
  await call(inner, `initialize(${innerType},uint160)`, [behind, sqrtPriceX96])
  await call(manager, `adopt(${keyType})`, [key])
  /**
   * @param {string} type
   * @param {readonly unknown[]} value
   */
  const encoded = (type, value) => keccak256(AbiCoder.defaultAbiCoder().encode([type], [value]))
  const [, tick] = await context.read(view, 'getSlot0(bytes32) view returns (uint160, int24)', [
    encoded(innerType, behind),
  ])
  const planned = { symbols, price, spacing, rungs: hill(depth), tick: Number(tick) }
  const { filler, positions } = await prepare(context, 'VaultFiller', planned)
  await call(
    filler,
    `mint(address,${innerType},(int24,int24,uint128)[])`,
    [inner, behind, positions],
    native ? raw(symbols[0], depth * 1.1) : 0n,
  )
  // the reserve from which the vault pays and the port settles: more than any sale
  for (const holder of [vault, manager]) {
    if (native) await call(holder, 'endow()', [], raw(symbols[0], 20 * depth))
    else await give(symbols[0], 20 * depth, holder)
    await give(symbols[1], 20 * depth * price, holder)
  }
  const id = encoded(keyType, key)
  return {
    venue: name,
    symbols,
    feePpm,
    address: id.slice(0, 42),
    tokens: pair,
    facts: { id, spacing, gasBehind: inOrder ? gas : gas.toReversed(), ...(native && { native }) },
  }
}
