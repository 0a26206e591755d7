import { Interface } from 'ethers'
import { protocol } from '#protocols/uniswap-v4/index'
import { tickFamily } from '#test/conformance/ticks/family'
import { readRecordedCode, type TickFamilySetup } from '#test/conformance/ticks/fixture'

const driverAbi = new Interface([
  'function open(address manager, uint24 fee, int24 spacing, uint160 price) returns (address)',
])
const managerAbi = new Interface([
  'function setProtocolFee((address, address, uint24 fee, int24 spacing, address hooks) key, uint24 protocolFee)',
])
const nobody = '0x0000000000000000000000000000000000000000'

/** Millionths of the input, for token 0 and for token 1; the maximum is 1,000. */
const ofProtocol = [250, 1_000] as const
const million = 1_000_000

const tickSetup: TickFamilySetup = {
  tiers: [
    { feePpm: 3_000, tickSpacing: 60 },
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 10_000, tickSpacing: 200 },
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 0, tickSpacing: 1 },
    { feePpm: 999_998, tickSpacing: 32_767 },
    { feePpm: 2_501, tickSpacing: 7 },
  ],
  state: ({ feePpm }) => {
    const [down, up] = ofProtocol.map((fee) => fee + feePpm - Math.floor((fee * feePpm) / million))
    return { feePpm: [down ?? 0, up ?? 0] }
  },
  maxBits: 123, // the total of fourteen positions is counted as int128
  async deploy({ deploy, send, findOwnCode: own }) {
    const driver = await deploy(own('VaultDriver'))
    const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    const manager = await deploy(readRecordedCode('@uniswap/v4-core', 'PoolManager'), ['address'], [account])
    const stateView = await deploy(readRecordedCode('@uniswap/v4-periphery', 'StateView'), ['address'], [manager])
    await send(manager, 'setProtocolFeeController(address)', [driver])
    return {
      driver,
      factory: manager,
      facts: { stateView },
      steps: ({ feePpm, tickSpacing, sqrtPriceX96 }, tokens) => [
        { to: driver, data: driverAbi.encodeFunctionData('open', [manager, feePpm, tickSpacing, sqrtPriceX96]) },
        {
          to: manager,
          data: managerAbi.encodeFunctionData('setProtocolFee', [
            [...tokens, feePpm, tickSpacing, nobody],
            ofProtocol[0] | (ofProtocol[1] << 12),
          ]),
        },
      ],
    }
  },
}

export const family = tickFamily({
  protocol,
  ground: tickSetup,
  venue: { feesPpm: [3_000, 500], facts: { spacings: [60, 10] } },
  sandboxTrades: [
    ['uniswap-v4', 'WETH', 'USDC', 25n * 10n ** 18n, 'split'],
    ['uniswap-v4', 'USDC', 'WBTC', 90_000n * 10n ** 6n, 'split'],
    ['uniswap-v4', 'DAI', 'USDT', 50_000n * 10n ** 18n, 'split'],
  ],
})
