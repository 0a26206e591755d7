/** Balancer v3's vault, weighted and stable pools, driven by `BalancerV3Driver.sol`. */
import { readFileSync } from 'node:fs'
import { AbiCoder, getCreateAddress, Interface } from 'ethers'
import type { Pool, Trade } from '#domain/pools/protocol'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { protocol } from '#protocols/balancer-v3/index'
import type { BalancerV3State } from '#protocols/balancer-v3/state'
import type { LocalChain } from '#test/conformance/chain'
import { getTestContractCode } from '#test/contracts/compile'

export interface Side {
  readonly decimals: number
  readonly balance: bigint
  /** 0 without a rate provider. */
  readonly rate: bigint
  /** The rate after the pool has been filled. */
  readonly laterRate: bigint
  readonly paysYieldFees: boolean
  readonly weight: bigint
}

export interface Scenario {
  /** 0 for a weighted pool. */
  readonly amplification: bigint
  readonly swapFee: bigint
  readonly sides: readonly Side[]
}

const { contracts } = JSON.parse(readFileSync('src/protocols/balancer-v3/test/recorded-code.data.json', 'utf8')) as {
  contracts: Readonly<Record<string, string>>
}
const driver = new Interface([
  `function play((uint256 amplification, uint256 swapFee, (uint8 decimals, uint256 balance, uint256 rate,
    uint256 laterRate, bool paysYieldFees, uint256 weight)[] sides) scenario, (address to, bytes data)[] questions,
    (uint256 from, uint256 to, uint256 amountIn)[] turns)
    returns (address pool, address[] tokens, bytes[] answers, uint256[] outs)`,
])
const half = 10n ** 18n / 2n
const year = 31_536_000

/** Deploys the vault, with half of all fees on swaps and yield for the protocol, and the factories. */
export async function deployVault(chain: LocalChain) {
  const create = async (name: string, types: readonly string[], values: readonly unknown[]) => {
    const code = contracts[name] ?? getTestContractCode(name)
    const { contractAddress } = await chain.send(null, code + AbiCoder.defaultAbiCoder().encode(types, values).slice(2))
    return contractAddress
  }
  const authorizer = await create('BalancerAuthorizer', [], [])
  const { from, nonce } = await chain.next()
  const vault = getCreateAddress({ from, nonce: nonce + 3 })
  const admin = await create(
    'VaultAdmin',
    ['address', 'uint32', 'uint32', 'uint256', 'uint256'],
    [vault, 4 * year, 0.25 * year, 1_000_000, 1_000],
  )
  const extension = await create('VaultExtension', ['address', 'address'], [vault, admin])
  const fees = await create('ProtocolFeeController', ['address', 'uint256', 'uint256'], [vault, half, half / 5n])
  await create('Vault', ['address', 'address', 'address'], [extension, authorizer, fees])
  const settings = [
    ['address', 'uint32', 'string', 'string'],
    [vault, 4 * year, '', ''],
  ] as const
  const weighted = await create('WeightedPoolFactory', ...settings)
  const stable = await create('StablePoolFactory', ...settings)
  const address = await create('BalancerV3Driver', ['address', 'address', 'address'], [vault, weighted, stable])
  return { vault: evm(vault), driver: evm(address) }
}

export async function createHarness(chain: LocalChain) {
  const { vault, driver: address } = await deployVault(chain)
  const play = async (scenario: Scenario, questions: readonly unknown[], turns: readonly Trade[]) => {
    const trades = turns.map(({ from, to, amountIn }) => [from, to, amountIn])
    const data = driver.encodeFunctionData('play', [scenario, questions, trades])
    return driver.decodeFunctionResult('play', await chain.call(address, data))
  }
  return {
    async start(scenario: Scenario): Promise<BalancerV3State> {
      const played = await play(scenario, [], [])
      const reading = protocol.load(poolOf(vault, scenario, evm(played['pool']), played['tokens']))
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

function poolOf(vault: Address, { amplification }: Scenario, address: Address, tokens: readonly string[]): Pool {
  const venue = { protocol: 'balancer-v3', name: 'balancer-v3', title: 'Balancer V3', factory: vault, feesPpm: [] }
  const curve = amplification === 0n ? 'weighted' : 'stable'
  return { venue, address, tokens: [...tokens].map(evm), feePpm: 0, facts: { curve } }
}
