/** Across's HubPool and what it needs of UMA, all from the package: how a deposit that nobody paid is refunded. */
import { readFileSync } from 'node:fs'
import { AbiCoder, encodeBytes32String, Interface, keccak256, ZeroHash } from 'ethers'
import { type Address, evm, type Hex, seconds } from '#domain/units'
import { type AcrossSide, artifacts, spoke } from './pair.ts'
import { ether } from './side.ts'

/** How long anyone may dispute a bundle: two hours, as Across had it. */
const livenessSeconds = 7200
const nobody = `0x${'0'.repeat(40)}`
const coder = AbiCoder.defaultAbiCoder()
const refundLeafType =
  'tuple(uint256 amountToReturn,uint256 chainId,uint256[] refundAmounts,uint32 leafId,address l2TokenAddress,address[] refundAddresses)'
const rebalanceLeafType =
  'tuple(uint256 chainId,uint256[] bundleLpFees,int256[] netSendAmounts,int256[] runningBalances,uint256 groupIndex,uint8 leafId,address[] l1Tokens)'

const wrapped = new Interface(['function deposit() payable', 'function approve(address, uint256)'])

function readArtifact(file: string, name = file): { contract: Interface; bytecode: string } {
  const { abi, bytecode } = JSON.parse(readFileSync(`${artifacts}/${file}.sol/${name}.json`, 'utf8'))
  return { contract: new Interface(abi), bytecode: bytecode.object ?? bytecode }
}

export interface Refund {
  readonly asset: Address
  readonly to: readonly Address[]
  readonly amounts: readonly bigint[]
}

export type Hub = Awaited<ReturnType<typeof createHub>>

/** The hub of a chain and of its own pool. */
export async function createHub(side: AcrossSide) {
  const { on, maker, weth, spokePool, chain } = side
  const put = async (file: string, name = file, values: readonly unknown[] = []) => {
    const { contract, bytecode } = readArtifact(file, name)
    const address = await on.create(maker, bytecode + contract.encodeDeploy(values).slice(2))
    const run = async (method: string, ...inputs: readonly unknown[]) => {
      const sent = await on.send({ from: maker, to: address, data: contract.encodeFunctionData(method, inputs) })
      if (!sent.ok) throw new Error(`${name}.${method} failed`)
      return sent
    }
    return { address, contract, run }
  }
  const uma = (name: string, values: readonly unknown[] = []) => put('HubPoolTestBase', name, values)
  const [finder, store] = [await uma('MockFinder'), await uma('MockStore')]
  const [collateral, identifiers] = [await uma('MockAddressWhitelist'), await uma('MockIdentifierWhitelist')]
  const oracle = await uma('MockOptimisticOracle', [livenessSeconds, store.address])
  for (const [role, { address }] of Object.entries({
    Store: store,
    CollateralWhitelist: collateral,
    IdentifierWhitelist: identifiers,
    SkinnyOptimisticOracle: oracle,
  }))
    await finder.run('changeImplementationAddress', encodeBytes32String(role), address)
  await collateral.run('addToWhitelist', weth)
  await identifiers.run('addSupportedIdentifier', encodeBytes32String('ACROSS-V2'))

  const lpTokens = await put('LpTokenFactory')
  const hub = await put('HubPool', 'HubPool', [lpTokens.address, finder.address, weth, nobody])
  await hub.run('setBond', weth, ether / 10n)
  await hub.run('setLiveness', livenessSeconds)
  await hub.run('setIdentifier', encodeBytes32String('ACROSS-V2'))
  const adapter = await put('Ethereum_Adapter')
  await hub.run('setCrossChainContracts', 1, adapter.address, spokePool)
  await hub.run('setPoolRebalanceRoute', 1, side.b, side.b)
  for (const [method, value] of [
    ['setCrossDomainAdmin', hub.address],
    ['transferOwnership', hub.address],
  ] as const)
    await must(on.send({ from: maker, to: spokePool, data: spoke.encodeFunctionData(method, [value]) }), method)
  await must(
    on.send({ from: maker, to: weth, value: ether, data: wrapped.encodeFunctionData('deposit') }),
    'wrapped bond',
  )
  const approval = wrapped.encodeFunctionData('approve', [hub.address, ether])
  await must(on.send({ from: maker, to: weth, data: approval }), 'approval of the bond')

  /** Proposes a bundle of one refund, waits until nobody may dispute it, and executes it up to the payment. */
  const refund = async ({ asset, to, amounts }: Refund) => {
    const leaf = [0n, 1n, amounts, 0, asset, to]
    const rebalance = [1n, [0n], [0n], [0n], 0n, 0, [asset]]
    const root = keccak256(coder.encode([refundLeafType], [leaf]))
    await hub.run(
      'proposeRootBundle',
      [1, 1],
      1,
      keccak256(coder.encode([rebalanceLeafType], [rebalance])),
      root,
      ZeroHash,
    )
    const execute = () =>
      on.send({
        from: maker,
        to: hub.address,
        data: hub.contract.encodeFunctionData('executeRootBundle', [1, 0, [0], [0], [0], 0, [asset], []]),
      })
    const early = await execute()
    await chain.rpc('evm_setNextBlockTimestamp', Number(await side.reader.now()) + livenessSeconds + 1)
    await chain.rpc('evm_mine')
    await must(execute(), 'executeRootBundle')
    const relayed = await side.reader.logs(
      spokePool,
      [spoke.getEvent('RelayedRootBundle')?.topicHash as Hex],
      seconds(0),
    )
    const bundle = Number(BigInt(relayed.at(-1)?.topics[1] ?? 0))
    const paid = await on.send({
      from: side.stranger,
      to: spokePool,
      data: spoke.encodeFunctionData('executeRelayerRefundLeaf', [bundle, leaf, []]),
    })
    return { early, paid }
  }
  return { address: evm(hub.address), refund }
}

async function must(sending: Promise<{ ok: boolean }>, what: string): Promise<void> {
  if (!(await sending).ok) throw new Error(`${what} failed`)
}
