import { Interface } from 'ethers'
import { protocol } from '#protocols/algebra-v1/index'
import { tickFamily } from '#test/conformance/ticks/family'
import { readRecordedCode, type TickFamilySetup } from '#test/conformance/ticks/fixture'

const factoryAbi = new Interface([
  'function setBaseFeeConfiguration(uint16, uint16, uint32, uint32, uint16, uint16, uint32, uint16, uint16 baseFee)',
  'function createPool(address, address) returns (address)',
  'function poolByPair(address, address) view returns (address)',
])
const poolAbi = new Interface(['function initialize(uint160)'])

/** The family's only spacing. */
const tickSpacing = 60

const tickSetup: TickFamilySetup = {
  tiers: [500, 3_000, 10_000, 100, 0, 65_535, 2_501].map((feePpm) => ({ feePpm, tickSpacing })),
  async deploy({ chain, deploy, send, findOwnCode: own }) {
    const code = (name: string) => readRecordedCode('@cryptoalgebra/core', name)
    const driver = await deploy(own('CallbackDriver'), ['bytes4', 'bool'], ['0xe76c01e4', true])
    const deployer = await deploy(code('AlgebraPoolDeployer'))
    const { from } = await chain.next()
    const factory = await deploy(code('AlgebraFactory'), ['address', 'address'], [deployer, from])
    await send(deployer, 'setFactory(address)', [factory])
    await send(factory, 'setOwner(address)', [driver])
    return {
      driver,
      factory,
      // A constant fee: both sigmoids have height 0. `moving-fee.test.ts` has fees that move.
      steps: ({ feePpm, sqrtPriceX96 }, tokens) => [
        {
          to: factory,
          data: factoryAbi.encodeFunctionData('setBaseFeeConfiguration', [0, 0, 0, 0, 1, 1, 0, 1, feePpm]),
        },
        { to: factory, data: factoryAbi.encodeFunctionData('createPool', [...tokens]) },
        { to: undefined, data: poolAbi.encodeFunctionData('initialize', [sqrtPriceX96]) },
      ],
      later: (tokens) => ({ to: factory, data: factoryAbi.encodeFunctionData('poolByPair', [...tokens]) }),
    }
  },
}

export const family = tickFamily({ protocol, ground: tickSetup, venue: { feesPpm: [100] } })
