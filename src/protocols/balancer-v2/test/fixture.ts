/** Balancer v2's vault with its weighted and stable pools, driven by `BalancerV2Driver.sol`. */
import { readFileSync } from 'node:fs'
import { AbiCoder, Interface } from 'ethers'
import type { Pool, Trade } from '#domain/pools/protocol'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { protocol } from '#protocols/balancer-v2/index'
import type { BalancerV2State } from '#protocols/balancer-v2/state'
import type { LocalChain } from '#test/conformance/chain'
import { getTestContractCode } from '#test/contracts/compile'

export interface Side {
  readonly decimals: number
  readonly balance: bigint
  /** 0 without a rate provider. */
  readonly rate: bigint
  /** The rate after the pool has been filled. */
  readonly laterRate: bigint
  /** How long the pool caches a rate, seconds. */
  readonly keepsRate: bigint
  readonly weight: bigint
}

export const kinds = ['first weighted', 'weighted', 'stable', 'composable stable'] as const

export interface Scenario {
  /** Index of {@link kinds}. */
  readonly kind: number
  readonly amplification: bigint
  readonly swapFee: bigint
  readonly sides: readonly Side[]
}

const { contracts } = JSON.parse(readFileSync('src/protocols/balancer-v2/test/recorded-code.data.json', 'utf8')) as {
  contracts: Readonly<Record<string, string>>
}
const driver = new Interface([
  `function play((uint256 kind, uint256 amplification, uint256 swapFee, (uint8 decimals, uint256 balance, uint256 rate,
    uint256 laterRate, uint256 keepsRate, uint256 weight)[] sides) scenario, (address to, bytes data)[] questions,
    (uint256 from, uint256 to, uint256 amountIn)[] turns) returns (bytes32 poolId, address[] tokens,
    address[] providers, address[] registered, bytes[] answers, uint256[] outs)`,
])

export async function deployVault(chain: LocalChain) {
  const create = async (name: string, types: readonly string[] = [], values: readonly unknown[] = []) => {
    const code = contracts[name] ?? getTestContractCode(name)
    const { contractAddress } = await chain.send(null, code + AbiCoder.defaultAbiCoder().encode(types, values).slice(2))
    return contractAddress
  }
  const authorizer = await create('BalancerAuthorizer')
  const vault = await create('Vault', ['address', 'address', 'uint256', 'uint256'], [authorizer, nativeToken, 0, 0])
  const max = 5n * 10n ** 17n
  const fees = await create('ProtocolFeePercentagesProvider', ['address', 'uint256', 'uint256'], [vault, max, max])
  const later = [
    ['address', 'address', 'string', 'string'],
    [vault, fees, '', ''],
  ] as const
  const factories = [
    await create('FirstWeightedPoolFactory', ['address'], [vault]),
    await create('WeightedPoolFactory', ...later),
    await create('StablePoolFactory', ['address'], [vault]),
    await create('ComposableStablePoolFactory', ...later),
  ]
  return {
    vault: evm(vault),
    driver: evm(await create('BalancerV2Driver', ['address', 'address[4]'], [vault, factories])),
  }
}

export async function createHarness(chain: LocalChain) {
  const { vault, driver: address } = await deployVault(chain)
  await chain.placeClock()
  const play = async (scenario: Scenario, questions: readonly unknown[], turns: readonly Trade[]) => {
    const trades = turns.map(({ from, to, amountIn }) => [from, to, amountIn])
    const data = driver.encodeFunctionData('play', [scenario, questions, trades])
    return driver.decodeFunctionResult('play', await chain.call(address, data))
  }
  return {
    async start(scenario: Scenario): Promise<BalancerV2State> {
      const { poolId, tokens, providers, registered } = (await play(scenario, [], [])).toObject()
      const reading = protocol.load(poolOf(vault, scenario, poolId, [...tokens], [...providers], [...registered]))
      const step = reading.next()
      if (step.done) throw new Error('asks nothing')
      const questions = step.value.map(({ to, data }) => [to, data])
      const answers: readonly Hex[] = (await play(scenario, questions, []))['answers'].map(hex)
      const { done, value } = reading.next(answers)
      if (!done || value === undefined) throw new Error('asks more than one round')
      return value
    },
    async play(scenario: Scenario, trades: readonly Trade[]) {
      const outs: readonly bigint[] = [...(await play(scenario, [], trades))['outs']]
      return outs.map((out) => ({ out }))
    },
  }
}

function poolOf(
  vault: Address,
  { kind, sides }: Scenario,
  poolId: string,
  tokens: readonly string[],
  providers: readonly string[],
  registered: readonly string[],
): Pool {
  const ownIndex = registered.findIndex((token) => !tokens.includes(token))
  const isRated = kinds[kind] === 'composable stable'
  return {
    venue: { protocol: 'balancer-v2', name: 'balancer-v2', title: 'Balancer V2', factory: vault, feesPpm: [] },
    address: evm(poolId.slice(0, 42)),
    tokens: tokens.map(evm),
    feePpm: 0,
    facts: {
      poolId,
      curve: kind < 2 ? 'weighted' : 'stable',
      isFirst: kind === 0,
      scalings: sides.map(({ decimals }) => 10n ** BigInt(18 - decimals)),
      rateProviders: isRated ? providers.map((one) => (one === nativeToken ? '' : one)) : [],
      ...(ownIndex >= 0 && { ownIndex }),
    },
  }
}
