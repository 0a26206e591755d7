import { readFileSync } from 'node:fs'

/** Forks with their own factory and fee; Uniswap's and Sushi's pairs are part of every sandbox. */
const forks = [
  { name: 'pancake-v2', title: 'PancakeSwap V2', made: '@pancakeswap-libs/pancake-swap-core', feePpm: 2_000 },
  { name: 'joe-v1', title: 'LFJ V1', made: '@traderjoe-xyz/core', feePpm: 3_000 },
]

const plan = [
  { fork: 'pancake-v2', symbols: ['WETH', 'USDC'], holds: [260, 260 * 2_500.7] },
  { fork: 'pancake-v2', symbols: ['WETH', 'USDT'], holds: [140, 140 * 2_499.6] },
  { fork: 'pancake-v2', symbols: ['USDC', 'DAI'], holds: [310_000, 309_900] },
  { fork: 'joe-v1', symbols: ['WETH', 'USDC'], holds: [95, 95 * 2_499.1] },
  { fork: 'joe-v1', symbols: ['WBTC', 'WETH'], holds: [6, 6 * 24.01] },
]

export async function deployFamily(context) {
  const recorded = JSON.parse(
    readFileSync(new URL('../../../../scripts/sandbox-state/fork-factories.data.json', import.meta.url), 'utf8'),
  )
  const factories = {}
  for (const { name, made } of forks) {
    const { bytecode } = recorded.find((one) => one.name === made)
    factories[name] = await context.create(bytecode, ['address'], [context.maker])
  }
  const pools = []
  for (const one of plan) pools.push(await deployPair(context, { ...one, factory: factories[one.fork] }))
  const venues = forks.map(({ name, title, feePpm }) => {
    return { protocol: 'uniswap-v2', name, title, factory: factories[name], feesPpm: [feePpm] }
  })
  return { venues, pools }
}

async function deployPair({ tokens, maker, call, read, give }, { fork, symbols, holds, factory }) {
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'createPair(address,address)', pair)
  const [address] = await read(factory, 'getPair(address,address) view returns (address)', pair)
  for (const [i, symbol] of symbols.entries()) await give(symbol, holds[i], address)
  await call(address, 'mint(address)', [maker])
  return { venue: fork, symbols, feePpm: forks.find(({ name }) => name === fork).feePpm, address }
}
