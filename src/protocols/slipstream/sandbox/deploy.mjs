import { fill, hill, placed, recordedCode } from '../../../../scripts/sandbox-state/ticks.mjs'

const name = 'slipstream'
/** The factory's defaults. */
const feeOf = { 1: 100, 50: 500, 100: 500, 200: 3_000, 2000: 10_000 }

const plan = [
  { symbols: ['WETH', 'USDC'], spacing: 100, price: 2_499.8, depth: 540 },
  { symbols: ['WETH', 'DAI'], spacing: 200, price: 2_503.2, depth: 260 },
  { symbols: ['USDC', 'DAI'], spacing: 1, price: 0.9999, depth: 5_000_000 },
]

export async function deployFamily(context) {
  const code = (contract) => recordedCode('sphere-mezo-solidity-files', contract)
  const voter = await context.create(context.compile(['SilentVoter']).SilentVoter)
  const pool = await context.create(code('CLPool'))
  const factory = await context.create(code('CLFactory'), ['address', 'address', 'address'], [voter, voter, pool])
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, factory, one))
  const [spacings, feesPpm] = [Object.keys(feeOf).map(Number), Object.values(feeOf)]
  return { venues: [{ protocol: name, name, title: 'Slipstream', factory, feesPpm, facts: { spacings } }], pools }
}

async function deployPool(context, factory, { symbols, spacing, price, depth }) {
  const { pair, sqrtPriceX96 } = placed(context, symbols, price)
  await context.call(factory, 'createPool(address,address,int24,uint160)', [...pair, spacing, sqrtPriceX96])
  const [pool] = await context.read(factory, 'getPool(address,address,int24) view returns (address)', [
    ...pair,
    spacing,
  ])
  const [, tick] = await context.read(pool, 'slot0() view returns (uint160, int24)')
  await fill(context, { pool, symbols, price, spacing, rungs: hill(depth), tick: Number(tick) })
  return { venue: name, symbols, feePpm: feeOf[spacing], address: pool }
}
