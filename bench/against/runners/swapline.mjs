import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const bundle = fileURLToPath(new URL('../node_modules/.cache/swapline.mjs', import.meta.url))
const entry = `
  export { all } from '#protocols/all.gen'
  export { findRoute } from '#routing/find-route'
  export { besideTrade } from '#routing/leg-gas'
`
const kindOf = { cp: 'uniswap-v2', v3: 'uniswap-v3' }
/** As the router contract and the command line allow. */
const mostEver = { maxHops: 5, maxSplits: 20, maxLegs: 64 }

/** Over the real adapters; only their gas is the set's, as for every runner. Prices gas from its own pools. */
export const runner = {
  about: 'src/routing as it stands in this tree',
  async open(set) {
    const { all, findRoute, besideTrade } = await bundled()
    const protocols = new Map(all.map((protocol) => [protocol.kind, withSetGas(protocol, besideTrade)]))
    const snapshot = snapshotOf(set)
    const poolIndex = new Map(set.pools.map(({ id }, i) => [id, i]))
    const tokenIndex = new Map(set.tokens.map(({ address }, i) => [address.toLowerCase(), i]))
    const address = (token) => set.tokens[token].address.toLowerCase()
    return {
      quote({ tokenIn, tokenOut, amount }, { mostLegs }) {
        const request = {
          ...mostEver,
          maxLegs: Math.min(mostLegs, mostEver.maxLegs),
          tokenIn: address(tokenIn),
          tokenOut: address(tokenOut),
          amountIn: BigInt(amount),
          wrapped: address(set.gas.nativeToken),
        }
        const { route } = findRoute({ protocols }, { snapshot, request })
        if (route === undefined) return undefined
        const legs = route.legs.map((leg) => ({
          pool: poolIndex.get(leg.pool.address),
          tokenIn: tokenIndex.get(leg.tokenIn),
          tokenOut: tokenIndex.get(leg.tokenOut),
          share: leg.share32 / 2 ** 32,
        }))
        return { route: { legs }, claimed: route.amountOut }
      },
    }
  },
}

async function bundled() {
  mkdirSync(new URL('.', `file://${bundle}`), { recursive: true })
  await build({
    stdin: { contents: entry, resolveDir: root },
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    logLevel: 'error',
  })
  return import(bundle)
}

/** The adapter over states that carry the gas of their pool. */
function withSetGas(protocol, besideTrade) {
  const gasOf = (pool, state, trade) => BigInt(state.gas) - besideTrade({ protocol, live: { pool } }, trade)
  return {
    ...protocol,
    amountOut: ({ inner }, trade) => protocol.amountOut(inner, trade),
    after: (state, trade) => ({ ...state, inner: protocol.after(state.inner, trade) }),
    outOfRange: ({ inner }, trade) => protocol.outOfRange(inner, trade),
    gas: (state, trade) => gasOf(state.pool, state, trade),
    curve(state, way) {
      const { give } = protocol.curve(state.inner, way)
      const gas = Number(gasOf(state.pool, state, { ...way, amountIn: 1n }))
      return { give, gas: () => gas }
    },
  }
}

function snapshotOf(set) {
  const pools = set.pools.map((pool) => {
    const tokens = pool.tokens.map((index) => set.tokens[index].address.toLowerCase())
    const venue = { protocol: kindOf[pool.type], name: pool.type, title: pool.type, feesPpm: [pool.feePpm] }
    const live = { venue, address: pool.id, tokens, feePpm: pool.feePpm }
    return { pool: live, state: { inner: stateOf(pool), pool: live, gas: pool.gas } }
  })
  const block = { number: BigInt(set.block ?? 0), hash: '0x', time: 0 }
  return { network: 'mainnet', chainId: set.chainId, block, gasPrice: BigInt(set.gas.gasPriceWei), pools }
}

function stateOf(pool) {
  if (pool.type === 'cp') return { reserves: pool.reserves.map(BigInt), feePpm: pool.feePpm }
  return {
    sqrtPriceX96: BigInt(pool.sqrtPriceX96),
    tick: pool.tick,
    liquidity: BigInt(pool.liquidity),
    tickSpacing: pool.tickSpacing,
    feePpm: pool.feePpm,
    ticks: pool.ticks.map(([at, net]) => [at, BigInt(net)]),
    knownFrom: -887_272,
    knownTo: 887_272,
  }
}
