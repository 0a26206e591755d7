import { getCreateAddress } from 'ethers'
import { fill, hill, placed, recordedCode } from '../ticks.mjs'

const name = 'algebra-integral'
/** As the factory has it at birth. */
const spacing = 60

const plan = [
  { symbols: ['WETH', 'USDT'], feePpm: 400, price: 2_500.1, depth: 480 },
  { symbols: ['WBTC', 'WETH'], feePpm: 900, price: 24.012, depth: 26 },
  { symbols: ['wstETH', 'WETH'], feePpm: 200, price: 1.1804, depth: 900 },
]

export async function lay(stage) {
  const code = (contract) => recordedCode('@cryptoalgebra/integral-core', contract)
  // The two name one another: the factory is what this account makes after the deployer.
  const next = getCreateAddress({ from: stage.maker, nonce: 1 })
  const deployer = await stage.create(code('AlgebraPoolDeployer'), ['address'], [next])
  const factory = await stage.create(code('AlgebraFactory'), ['address'], [deployer])
  const vaults = await stage.create(code('AlgebraVaultFactoryStub'), ['address'], [stage.maker])
  await stage.call(factory, 'setVaultFactory(address)', [vaults])
  const pools = []
  for (const one of plan) pools.push(await layPool(stage, factory, one))
  return { venues: [{ protocol: name, name, title: 'Algebra Integral', factory, feesPpm: [500] }], pools }
}

async function layPool(stage, factory, { symbols, feePpm, price, depth }) {
  const { pair, sqrtPriceX96 } = placed(stage, symbols, price)
  await stage.call(factory, 'createPool(address,address,bytes)', [...pair, '0x'])
  const [pool] = await stage.read(factory, 'poolByPair(address,address) view returns (address)', pair)
  await stage.call(pool, 'initialize(uint160)', [sqrtPriceX96])
  await stage.call(pool, 'setFee(uint16)', [feePpm])
  const [, tick] = await stage.read(pool, 'globalState() view returns (uint160, int24)')
  await fill(stage, { pool, symbols, price, spacing, rungs: hill(depth), tick: Number(tick), forTwo: true })
  return { venue: name, symbols, feePpm, address: pool }
}
