/** Across's real pools, at their real addresses, on a sandbox that plays a network; and an account that pays deposits. */
import { AbiCoder, keccak256, ZeroHash, zeroPadValue } from 'ethers'
import { readDeposit } from '#bridges/across/deposit'
import { acrossNetworks } from '#bridges/across/networks'
import { evm, type Hex, hex } from '#domain/units'
import { proxy, readArtifact, spoke, spokeArtifact, toRelay } from './pair.ts'
import { type MinedReceipt, rpc, type SandboxSide, send } from './sandbox-side.ts'
import { tokens } from './side.ts'

/** keccak-256 of eip1967.proxy.implementation, minus 1. */
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const deployer = evm('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
/** Whose deposits nobody else's key pays. */
export const filler = evm('0xf111f111f111f111f111f111f111f111f111f111')

function acrossOf({ chainId }: SandboxSide) {
  const found = acrossNetworks.find((one) => one.chainId === chainId)
  if (found === undefined) throw new Error(`Across is not on ${chainId}`)
  return found
}

/** The pool behind its proxy, as on the real network but for its owner and its hub. */
export async function placeAcross(side: SandboxSide): Promise<void> {
  const { spokePool, assets } = acrossOf(side)
  const input = spoke.encodeDeploy([assets.WETH?.address, 3600, 21600, `0x${'0'.repeat(40)}`])
  const created = await send(side, deployer, { data: spokeArtifact.bytecode + input.slice(2) })
  const initialize = proxy.encodeFunctionData('initialize', [0, deployer])
  const proxyCode =
    readArtifact('ERC1967Proxy').bytecode + proxy.encodeDeploy([created.contractAddress, initialize]).slice(2)
  const model = await send(side, deployer, { data: proxyCode })
  await rpc(side, 'anvil_setCode', spokePool, await rpc(side, 'eth_getCode', model.contractAddress, 'latest'))
  await rpc(side, 'anvil_setStorageAt', spokePool, implementationSlot, zeroPadValue(created.contractAddress, 32))
  await send(side, deployer, { to: spokePool, data: initialize })
}

/** Lets the filler pay with what it holds there. */
export async function approvePool(side: SandboxSide): Promise<void> {
  const { spokePool, assets } = acrossOf(side)
  for (const { address } of Object.values(assets)) {
    if ((await rpc<string>(side, 'eth_getCode', address, 'latest')) === '0x') continue
    await send(side, filler, { to: address, data: tokens.encodeFunctionData('approve', [spokePool, 2n ** 255n]) })
  }
}

/** A deposit of native currency for as much of its wrapped form on base. */
export async function encodeDeposit(source: SandboxSide, { to, amount }: { to: string; amount: bigint }) {
  const { timestamp } = await rpc<{ timestamp: string }>(source, 'eth_getBlockByNumber', 'latest', false)
  const { spokePool, assets } = acrossOf(source)
  const there = acrossNetworks.find(({ chainId }) => chainId === 8453)
  const parties = [to, to, assets.WETH?.address, there?.assets.WETH?.address].map((one) => zeroPadValue(one ?? '', 32))
  const now = Number(timestamp)
  const data = spoke.encodeFunctionData('deposit', [
    ...[...parties, amount, amount, 8453, zeroPadValue('0x', 32), now, now + 3600, 0, '0x'],
  ])
  return { to: spokePool, data, value: amount }
}

/** The deposit of a source transaction, as the pool there takes its terms. */
async function readRelay(source: SandboxSide, hash: Hex) {
  const receipt = await rpc<MinedReceipt>(source, 'eth_getTransactionReceipt', hash)
  const pool = acrossOf(source).spokePool
  const [deposit] = receipt.logs.filter(({ address }) => address === pool).flatMap((log) => readDeposit(log) ?? [])
  if (deposit === undefined) throw new Error('no deposit')
  return toRelay(deposit, source.chainId)
}

/** Pays the deposit of a source transaction with exactly its terms. @returns the paying transaction */
export async function payDeposit(source: SandboxSide, destination: SandboxSide, hash: Hex): Promise<Hex> {
  const relay = await readRelay(source, hash)
  const data = spoke.encodeFunctionData('fillRelay', [relay, source.chainId, zeroPadValue(filler, 32)])
  return (await send(destination, filler, { to: acrossOf(destination).spokePool, data })).transactionHash
}

/** Asks the pool there for a slow payment: out of its own funds, once Across's bundle says so. */
export async function requestSlowPayment(source: SandboxSide, destination: SandboxSide, hash: Hex): Promise<void> {
  const data = spoke.encodeFunctionData('requestSlowFill', [await readRelay(source, hash)])
  await send(destination, filler, { to: acrossOf(destination).spokePool, data })
}

const slowLeaf = spoke.getFunction('executeSlowRelayLeaf')?.inputs[0]

/**
 * A bundle with the one slow payment, and its execution by anyone.
 * @param bonus paid beyond the deposit's terms: what the pool keeps is not what a relayer would
 */
export async function paySlowly(
  source: SandboxSide,
  destination: SandboxSide,
  { hash, bonus }: { readonly hash: Hex; readonly bonus: bigint },
): Promise<Hex> {
  const relay = await readRelay(source, hash)
  const { spokePool } = acrossOf(destination)
  const paid = BigInt(relay.outputAmount) + bonus
  const token = `0x${relay.outputToken.slice(26)}`
  await send(destination, filler, {
    to: evm(token),
    data: tokens.encodeFunctionData('transfer', [spokePool, paid]),
  })
  if (slowLeaf === undefined) throw new Error('the pool makes no slow payments')
  const leaf = [relay, destination.chainId, paid]
  const root = keccak256(AbiCoder.defaultAbiCoder().encode([slowLeaf], [leaf]))
  const bundle = spoke.encodeFunctionData('relayRootBundle', [ZeroHash, root])
  const { logs } = await send(destination, deployer, { to: spokePool, data: bundle })
  const id = BigInt(logs.at(-1)?.topics[1] ?? 0)
  const data = spoke.encodeFunctionData('executeSlowRelayLeaf', [leaf, id, []])
  return (await send(destination, filler, { to: spokePool, data })).transactionHash
}

/** Pays every deposit of the source that is made from now on, until the returned function is called. */
export async function startFiller(source: SandboxSide, destination: SandboxSide): Promise<() => Promise<void>> {
  const first = Number(await rpc<string>(source, 'eth_blockNumber')) + 1
  const paid = new Set<Hex>()
  let ends = false
  const work = (async () => {
    while (!ends) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (Number(await rpc<string>(source, 'eth_blockNumber')) < first) continue
      const filter = { address: acrossOf(source).spokePool, fromBlock: `0x${first.toString(16)}`, toBlock: 'latest' }
      const logs = await rpc<{ topics: Hex[]; data: Hex; transactionHash: Hex }[]>(source, 'eth_getLogs', filter)
      for (const log of logs)
        if (readDeposit(log)?.toChainId === destination.chainId && !paid.has(log.transactionHash)) {
          paid.add(log.transactionHash)
          await payDeposit(source, destination, hex(log.transactionHash))
        }
    }
  })()
  return async () => {
    ends = true
    await work
  }
}
