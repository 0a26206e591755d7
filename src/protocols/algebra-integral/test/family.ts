import { getCreateAddress, Interface, id } from 'ethers'
import { protocol } from '#protocols/algebra-integral/index'
import { tickFamily } from '#test/conformance/ticks/family'
import { readRecordedCode, type TickFamilySetup } from '#test/conformance/ticks/fixture'

const factoryAbi = new Interface(['function createPool(address, address, bytes) returns (address)'])
const poolAbi = new Interface([
  'function initialize(uint160)',
  'function setFee(uint16)',
  'function setTickSpacing(int24)',
])

const bornSpacing = 60

const tickSetup: TickFamilySetup = {
  tiers: [
    { feePpm: 500, tickSpacing: 60 },
    { feePpm: 3_000, tickSpacing: 60 },
    { feePpm: 10_000, tickSpacing: 200 },
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 0, tickSpacing: 1 },
    { feePpm: 65_535, tickSpacing: 500 },
    { feePpm: 2_501, tickSpacing: 7 },
  ],
  state: () => ({ linked: true, tickSpacing: 1 }),
  maxBits: 120, // reserves are uint128
  async deploy({ deploy, send, findOwnCode: own }) {
    const code = (name: string) => readRecordedCode('@cryptoalgebra/integral-core', name)
    const driver = await deploy(own('CallbackDriver'), ['bytes4', 'bool'], ['0xe76c01e4', true])
    const stub = await deploy(code('AlgebraVaultFactoryStub'), ['address'], [driver])
    // The two refer to each other: this account creates the factory after the deployer.
    const probe = await deploy('0x00')
    const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    let nonce = 0
    while (getCreateAddress({ from, nonce }).toLowerCase() !== probe.toLowerCase()) nonce += 1
    const deployer = await deploy(
      code('AlgebraPoolDeployer'),
      ['address'],
      [getCreateAddress({ from, nonce: nonce + 2 })],
    )
    const factory = await deploy(code('AlgebraFactory'), ['address'], [deployer])
    await send(factory, 'setVaultFactory(address)', [stub])
    await send(factory, 'grantRole(bytes32,address)', [id('POOLS_ADMINISTRATOR'), driver])
    return {
      driver,
      factory,
      steps: ({ feePpm, tickSpacing, sqrtPriceX96 }, tokens) => [
        { to: factory, data: factoryAbi.encodeFunctionData('createPool', [...tokens, '0x']) },
        { to: undefined, data: poolAbi.encodeFunctionData('initialize', [sqrtPriceX96]) },
        { to: undefined, data: poolAbi.encodeFunctionData('setFee', [feePpm]) },
        ...(tickSpacing === bornSpacing
          ? [] // refuses a value it has already
          : [{ to: undefined, data: poolAbi.encodeFunctionData('setTickSpacing', [tickSpacing]) }]),
      ],
    }
  },
}

export const family = tickFamily({
  protocol,
  ground: tickSetup,
  venue: { feesPpm: [500] },
  sandboxTrades: [
    ['algebra-integral', 'WETH', 'USDT', 15n * 10n ** 18n, 'split'],
    ['algebra-integral', 'USDT', 'WETH', 60_000n * 10n ** 6n, 'split'],
    ['algebra-integral', 'WBTC', 'WETH', 2n * 10n ** 8n, 'split'],
  ],
})
