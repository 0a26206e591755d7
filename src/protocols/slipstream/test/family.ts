import { Interface } from 'ethers'
import { protocol } from '#protocols/slipstream/index'
import { tickFamily } from '#test/conformance/ticks/family'
import { readRecordedCode, type TickFamilySetup } from '#test/conformance/ticks/fixture'

const factoryAbi = new Interface([
  'function enableTickSpacing(int24 spacing, uint24 fee)',
  'function createPool(address, address, int24 spacing, uint160 price) returns (address)',
])

/** Spacings that the factory has from the start, whose fee is fixed. */
const born = [1, 50, 100, 200, 2_000]

const tickSetup: TickFamilySetup = {
  tiers: [
    { feePpm: 3_000, tickSpacing: 200 },
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 500, tickSpacing: 50 },
    { feePpm: 500, tickSpacing: 100 },
    { feePpm: 10_000, tickSpacing: 2_000 },
    { feePpm: 1, tickSpacing: 10 },
    { feePpm: 100_000, tickSpacing: 16_383 },
    { feePpm: 2_501, tickSpacing: 7 },
  ],
  sources: ['src/protocols/slipstream/sandbox/SilentVoter.sol'],
  async deploy({ deploy, send, findOwnCode: own }) {
    const code = (name: string) => readRecordedCode('sphere-mezo-solidity-files', name)
    const silent = await deploy(own('SilentVoter'))
    const pool = await deploy(code('CLPool'))
    const factory = await deploy(code('CLFactory'), ['address', 'address', 'address'], [silent, silent, pool])
    const driver = await deploy(own('CallbackDriver'), ['bytes4', 'bool'], ['0x3850c7bd', false])
    await send(factory, 'setOwner(address)', [driver])
    return {
      driver,
      factory,
      steps: ({ feePpm, tickSpacing, sqrtPriceX96 }, tokens) => [
        ...(born.includes(tickSpacing)
          ? []
          : [{ to: factory, data: factoryAbi.encodeFunctionData('enableTickSpacing', [tickSpacing, feePpm]) }]),
        { to: factory, data: factoryAbi.encodeFunctionData('createPool', [...tokens, tickSpacing, sqrtPriceX96]) },
      ],
    }
  },
}

export const family = tickFamily({
  protocol,
  ground: tickSetup,
  venue: { feesPpm: [3_000, 500], facts: { spacings: [200, 50] } },
  sandboxTrades: [
    ['slipstream', 'WETH', 'USDC', 20n * 10n ** 18n, 'split'],
    ['slipstream', 'DAI', 'WETH', 90_000n * 10n ** 18n, 'split'],
  ],
})
