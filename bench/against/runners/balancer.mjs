import { gasPriceIn } from '#evaluate'
import { openPeer } from '#peers/package'
import { downFrom, withinLegs } from '#peers/within-legs'

const packageName = '@balancer-labs/sor'
const maxPaths = 20
const swapGas = 90_000
const addresses = {
  vault: '0xba12222222228d8ba445958a75a0704d566bf2c8',
  multicall: '0x5ba1e12693dc8f9c48aad8770482f4739beed696',
}

/** Balancer's SOR, without pools with ticks; a pair becomes a weighted pool 50/50, which has the same formula. */
export const runner = {
  packageName,
  about: 'SOR.getSwaps over constant product as 50/50 weighted pools; none with ticks',
  maxPools: 12_000,
  async open(set) {
    const quote = await openSor(set)
    return { quote: (job, { maxLegs }) => withinLegs(downFrom(maxPaths), maxLegs, (max) => quote(job, max)) }
  },
}

async function openSor(set) {
  const { exports, load } = openPeer(packageName)
  const { BigNumber } = load('@ethersproject/bignumber')
  const { formatUnits } = load('@ethersproject/units')
  const { SOR, SwapTypes } = exports

  const poolIndex = new Map()
  const pools = set.pools.flatMap((pool, i) => {
    if (pool.type !== 'cp') return []
    const id = `${pool.id}0002${'0'.repeat(20)}`.toLowerCase()
    poolIndex.set(id, i)
    return [weighted({ set, formatUnits }, { ...pool, id, address: pool.id })]
  })
  const tokenIndex = new Map(set.tokens.map(({ address }, i) => [address.toLowerCase(), i]))
  const prices = { getNativeAssetPriceInToken: async (token) => nativePrice(set, tokenIndex.get(token.toLowerCase())) }
  const chain = { chainId: 1, ...addresses, weth: set.tokens[set.gas.nativeToken].address }
  const sor = new SOR({ getNetwork: async () => ({ chainId: 1 }) }, chain, { getPools: async () => pools }, prices)
  await sor.fetchPools()

  return async function quote({ tokenIn, tokenOut, amount }, maxPools) {
    const gas = { gasPrice: BigNumber.from(set.gas.gasPriceWei), swapGas: BigNumber.from(swapGas) }
    const options = { ...gas, maxPools, forceRefresh: false, timestamp: 1.6e9, poolTypeFilter: 'All' }
    const [from, to] = [tokenIn, tokenOut].map((index) => set.tokens[index].address)
    const found = await sor.getSwaps(from, to, SwapTypes.SwapExactIn, BigNumber.from(amount), options, false)
    if (found.swaps.length === 0) return undefined
    return { route: { paths: pathsOf(found, { poolIndex, tokenIndex }) }, claimed: BigInt(String(found.returnAmount)) }
  }
}

/** Whole tokens for one native token. */
const nativePrice = (set, token) => String((gasPriceIn(set, token) * 1e18) / Number(set.gas.gasPriceWei))

function weighted({ set, formatUnits }, { id, address, tokens, feePpm, reserves }) {
  const held = tokens.map((index, i) => {
    const { address: token, decimals } = set.tokens[index]
    return { address: token, balance: formatUnits(reserves[i], decimals), decimals, weight: '0.5', priceRate: '1' }
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

/** A swap with an amount begins a path; one with 0 continues with the output of the one before it. */
function pathsOf({ swaps, tokenAddresses }, { poolIndex, tokenIndex }) {
  const paths = []
  for (const { poolId, assetOutIndex, amount } of swaps) {
    if (amount !== '0') paths.push({ amountIn: BigInt(amount), hops: [] })
    const tokenOut = tokenIndex.get(tokenAddresses[assetOutIndex].toLowerCase())
    paths.at(-1).hops.push({ pool: poolIndex.get(poolId.toLowerCase()), tokenOut })
  }
  return paths
}
