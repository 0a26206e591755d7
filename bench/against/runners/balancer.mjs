import { gasPriceIn } from '#evaluate'
import { entryOf, itemAt } from '#item-at'
import { openPeer } from '#peers/package'
import { downFrom, withinLegs } from '#peers/within-legs'

/**
 * @import { ConstantProductPool, Hop, Job, MaybeAnswer, Path, PoolSet, Runner } from '#shapes'
 * @typedef {{ from(value: string | number): object }} BigNumberClass
 * @typedef {(raw: string, decimals: number) => string} FormatUnits
 * @typedef {{ poolId: string, assetOutIndex: number, amount: string }} SorSwap
 * @typedef {{ swaps: readonly SorSwap[], tokenAddresses: readonly string[], returnAmount: object }} SorRoute
 * @typedef {object} Sor
 * @property {() => Promise<unknown>} fetchPools
 * @property {(from: string, to: string, type: number, amount: object, options: object, allV2: boolean) => Promise<SorRoute>} getSwaps
 * @typedef {object} SorPackage what is used of the package
 * @property {new (provider: object, chain: object, pools: object, prices: object) => Sor} SOR
 * @property {{ SwapExactIn: number }} SwapTypes
 * @typedef {{ poolIndex: ReadonlyMap<string, number>, tokenIndex: ReadonlyMap<string, number> }} Indexes by id, by address
 */

const packageName = '@balancer-labs/sor'
const maxPaths = 20
const swapGas = 90_000
const addresses = {
  vault: '0xba12222222228d8ba445958a75a0704d566bf2c8',
  multicall: '0x5ba1e12693dc8f9c48aad8770482f4739beed696',
}

/**
 * Balancer's SOR, without pools with ticks; a pair becomes a weighted pool 50/50, which has the same formula.
 * @type {Runner}
 */
export const runner = {
  packageName,
  about: 'SOR.getSwaps over constant product as 50/50 weighted pools; none with ticks',
  maxPools: 12_000,
  async open(set) {
    const quote = await openSor(set)
    return { quote: (job, { maxLegs }) => withinLegs(downFrom(maxPaths), maxLegs, (max) => quote(job, max)) }
  },
}

/** @param {PoolSet} set */
async function openSor(set) {
  const { exports, load } = openPeer(packageName)
  const { BigNumber } = /** @type {{ BigNumber: BigNumberClass }} */ (load('@ethersproject/bignumber'))
  const { formatUnits } = /** @type {{ formatUnits: FormatUnits }} */ (load('@ethersproject/units'))
  const { SOR, SwapTypes } = /** @type {SorPackage} */ (exports)

  const poolIndex = new Map()
  const pools = set.pools.flatMap((pool, i) => {
    if (pool.type !== 'cp') return []
    const id = `${pool.id}0002${'0'.repeat(20)}`.toLowerCase()
    poolIndex.set(id, i)
    return [weighted({ set, formatUnits }, { ...pool, id, address: pool.id })]
  })
  const tokenIndex = new Map(set.tokens.map(({ address }, i) => [address.toLowerCase(), i]))
  const prices = {
    /** @param {string} token */
    getNativeAssetPriceInToken: async (token) => nativePrice(set, entryOf(tokenIndex, token.toLowerCase())),
  }
  const chain = { chainId: 1, ...addresses, weth: itemAt(set.tokens, set.gas.nativeToken).address }
  const sor = new SOR({ getNetwork: async () => ({ chainId: 1 }) }, chain, { getPools: async () => pools }, prices)
  await sor.fetchPools()

  /**
   * @param {Job} job
   * @param {number} maxPools
   * @returns {Promise<MaybeAnswer>}
   */
  return async function quote({ tokenIn, tokenOut, amount }, maxPools) {
    const gas = { gasPrice: BigNumber.from(set.gas.gasPriceWei), swapGas: BigNumber.from(swapGas) }
    const options = { ...gas, maxPools, forceRefresh: false, timestamp: 1.6e9, poolTypeFilter: 'All' }
    const [from, to] = [itemAt(set.tokens, tokenIn).address, itemAt(set.tokens, tokenOut).address]
    const found = await sor.getSwaps(from, to, SwapTypes.SwapExactIn, BigNumber.from(amount), options, false)
    if (found.swaps.length === 0) return undefined
    return { route: { paths: pathsOf(found, { poolIndex, tokenIndex }) }, claimed: BigInt(String(found.returnAmount)) }
  }
}

/**
 * Whole tokens for one native token.
 * @param {PoolSet} set
 * @param {number} token
 */
const nativePrice = (set, token) => String((gasPriceIn(set, token) * 1e18) / Number(set.gas.gasPriceWei))

/**
 * @param {{ set: PoolSet, formatUnits: FormatUnits }} market
 * @param {ConstantProductPool & { address: string }} pool
 */
function weighted({ set, formatUnits }, { id, address, tokens, feePpm, reserves }) {
  const held = tokens.map((index, i) => {
    const { address: token, decimals } = itemAt(set.tokens, index)
    return {
      address: token,
      balance: formatUnits(itemAt(reserves, i), decimals),
      decimals,
      weight: '0.5',
      priceRate: '1',
    }
  })
  return {
    id,
    address,
    poolType: 'Weighted',
    poolTypeVersion: 1,
    swapFee: String(feePpm / 1e6),
    swapEnabled: true,
    totalShares: '100000',
    totalWeight: '1',
    tokensList: held.map((token) => token.address),
    tokens: held,
  }
}

/**
 * A swap with an amount begins a path; one with 0 continues with the output of the one before it.
 * @param {SorRoute} route
 * @param {Indexes} indexes
 * @returns {Path[]}
 */
function pathsOf({ swaps, tokenAddresses }, { poolIndex, tokenIndex }) {
  /** @type {{ amountIn: bigint, hops: Hop[] }[]} */
  const paths = []
  for (const { poolId, assetOutIndex, amount } of swaps) {
    if (amount !== '0') paths.push({ amountIn: BigInt(amount), hops: [] })
    const tokenOut = entryOf(tokenIndex, itemAt(tokenAddresses, assetOutIndex).toLowerCase())
    itemAt(paths, paths.length - 1).hops.push({ pool: entryOf(poolIndex, poolId.toLowerCase()), tokenOut })
  }
  return paths
}
