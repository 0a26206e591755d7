import { Interface } from 'ethers'
import { protocol } from '#protocols/pancake-v3/index'
import { tickFamily } from '#test/conformance/ticks/family'
import { readRecordedCode, type TickFamilySetup } from '#test/conformance/ticks/fixture'

const factoryAbi = new Interface([
  'function enableFeeAmount(uint24 fee, int24 spacing)',
  'function createPool(address, address, uint24 fee) returns (address)',
])
const poolAbi = new Interface(['function initialize(uint160)'])

/** The factory has these from the start; its owner enables others. */
const born = [100, 500, 2_500, 10_000]

const tickSetup: TickFamilySetup = {
  tiers: [
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 2_500, tickSpacing: 50 },
    { feePpm: 10_000, tickSpacing: 200 },
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 0, tickSpacing: 1 },
    { feePpm: 999_999, tickSpacing: 16_383 },
    { feePpm: 2_501, tickSpacing: 7 },
  ],
  sources: ['src/protocols/pancake-v3/sandbox/PancakeDeployer.sol'],
  async deploy({ deploy, send, findOwnCode: own }) {
    const code = (name: string) => readRecordedCode('@pancakeswap/v3-core', name)
    const deployer = await deploy(own('PancakeDeployer'), ['bytes'], [code('PancakeV3Pool')])
    const factory = await deploy(code('PancakeV3Factory'), ['address'], [deployer])
    const driver = await deploy(own('CallbackDriver'), ['bytes4', 'bool'], ['0x3850c7bd', false])
    await send(factory, 'setOwner(address)', [driver])
    return {
      driver,
      factory,
      steps: ({ feePpm, tickSpacing, sqrtPriceX96 }, tokens) => [
        ...(born.includes(feePpm)
          ? []
          : [{ to: factory, data: factoryAbi.encodeFunctionData('enableFeeAmount', [feePpm, tickSpacing]) }]),
        { to: factory, data: factoryAbi.encodeFunctionData('createPool', [...tokens, feePpm]) },
        { to: undefined, data: poolAbi.encodeFunctionData('initialize', [sqrtPriceX96]) },
      ],
    }
  },
}

export const family = tickFamily({
  protocol,
  ground: tickSetup,
  venue: { feesPpm: [500, 2_500] },
  sandboxTrades: [
    ['pancake-v3', 'USDC', 'WETH', 120_000n * 10n ** 6n, 'split'],
    ['pancake-v3', 'USDC', 'USDT', 100_000n * 10n ** 6n, 'split'],
  ],
})
