/** Stargate's and LayerZero's own contracts, installed apart, at their real addresses on a chain; and what they are told. */
import { readFileSync } from 'node:fs'
import { Interface, keccak256, solidityPacked, zeroPadValue } from 'ethers'
import { type StargateNetwork, stargateNetworks } from '#bridges/stargate/networks'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { getEndpoint } from '#encoding/crossing/execution'
import { getTestContractCode } from '#test/contracts/compile'

const apart = 'test/crossing/apart/node_modules'
const folders = {
  stargate: `${apart}/@stargatefinance/stg-evm-v2/artifacts/src`,
  protocol: `${apart}/@layerzerolabs/lz-evm-protocol-v2/artifacts/contracts`,
  library: `${apart}/@layerzerolabs/lz-evm-messagelib-v2/artifacts/contracts/uln/uln302`,
}

function read(folder: keyof typeof folders, path: string): { readonly abi: Interface; readonly code: string } {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { abi, bytecode } = JSON.parse(readFileSync(`${folders[folder]}/${path}.sol/${name}.json`, 'utf8'))
  return { abi: new Interface(abi), code: bytecode }
}

export const endpointPart = read('protocol', 'EndpointV2')
export const poolPart = read('stargate', 'StargatePool')
export const receiverPart = read('library', 'ReceiveUln302')
const senderPart = read('library', 'SendUln302')
const tokensPart = read('stargate', 'messaging/TokenMessaging')
const creditsPart = read('stargate', 'messaging/CreditMessaging')
const feePart = read('stargate', 'feelibs/FeeLibV1')

/** A chain, as both kinds of tests can change it. */
export interface PlacingChain {
  readonly chainId: number
  rpc<T>(method: string, ...params: unknown[]): Promise<T>
  /** @throws Error if it reverts */
  send(from: Address, call: { readonly to?: Address; readonly data: string; readonly value?: bigint }): Promise<Placed>
}

interface Placed {
  readonly contractAddress: string
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

/** Where the contracts stand, and their owner, who plans for Stargate, holds its pool's deposits, and verifies messages. */
export interface StargateContracts {
  readonly chain: PlacingChain
  readonly network: StargateNetwork
  readonly owner: Address
  readonly endpoint: Address
  readonly messaging: Address
  readonly credits: Address
  readonly pool: Address
  readonly fees: Address
  readonly sender: Address
  readonly receiver: Address
  readonly worker: Address
}

/** As the contract of `contracts/src/crossing/stargate` has them. */
const messagings: Readonly<Record<number, Address>> = {
  1: evm('0x6d6620efa72948c5f68a3c8646d58c00d3f4a980'),
  8453: evm('0x5634c4a5fed09819e3c46d86a965dd9447d86e47'),
}
const none = `0x${'0'.repeat(40)}`
const usdcId = 1

/**
 * Runs a constructor at an address of our choice: as the account's own code, which writes its storage and returns the code
 * that stays.
 */
async function construct(chain: PlacingChain, from: Address, address: Address, data: string): Promise<void> {
  await chain.rpc('anvil_setCode', address, data)
  const code = await chain.rpc<string>('eth_call', { from, to: address, gas: '0x1c9c380' }, 'latest')
  await chain.send(from, { to: address, data: '0x' })
  await chain.rpc('anvil_setCode', address, code)
}

/** @param usdc which the owner holds */
export async function placeStargate(chain: PlacingChain, owner: Address, usdc: Address): Promise<StargateContracts> {
  const network = stargateNetworks.find((one) => one.chainId === chain.chainId)
  const [pool, messaging] = [network?.assets.USDC?.pool, messagings[chain.chainId]]
  if (network === undefined || pool === undefined || messaging === undefined) throw new Error('Stargate is not there')
  const endpoint = getEndpoint(chain.chainId)
  const create = async (part: { abi: Interface; code: string }, values: readonly unknown[]) => {
    const data = part.code + part.abi.encodeDeploy(values).slice(2)
    return evm((await chain.send(owner, { data })).contractAddress)
  }
  const at = (part: { abi: Interface; code: string }, address: Address, values: readonly unknown[]) =>
    construct(chain, owner, address, part.code + part.abi.encodeDeploy(values).slice(2))
  await at(endpointPart, endpoint, [network.eid, owner])
  await at(tokensPart, messaging, [endpoint, owner, 512])
  await at(poolPart, pool, ['USDC-LP', 'S*USDC', usdc, 6, 6, endpoint, owner])
  const worker = evm((await chain.send(owner, { data: getTestContractCode('LayerZeroWorker') })).contractAddress)
  return {
    ...{ chain, network: withAsset(network, usdc, pool), owner, endpoint, messaging, pool, worker },
    credits: await create(creditsPart, [endpoint, owner]),
    fees: await create(feePart, [pool]),
    sender: await create(senderPart, [endpoint, 200_000, 0]),
    receiver: await create(receiverPart, [endpoint]),
  }
}

const withAsset = (network: StargateNetwork, address: Address, pool: Address): StargateNetwork => ({
  ...network,
  assets: { USDC: { address, decimals: 6, pool } },
})

/** Tells one side of the other, and fills its pool. Of what is sent, a basis point is kept. */
export async function connect(here: StargateContracts, there: StargateContracts, deposited: bigint): Promise<void> {
  const { chain, owner, endpoint, messaging, credits, pool, fees, sender, receiver, worker } = here
  const eid = there.network.eid
  const tell = (part: { abi: Interface }, to: Address, name: string, values: readonly unknown[]) =>
    chain.send(owner, { to, data: part.abi.encodeFunctionData(name, values) })
  const word = (address: Address) => zeroPadValue(address, 32)
  for (const library of [sender, receiver]) await tell(endpointPart, endpoint, 'registerLibrary', [library])
  const verifiedBy = (one: Address) => [
    {
      eid,
      config: {
        ...{ confirmations: 1, requiredDVNCount: 1, optionalDVNCount: 0, optionalDVNThreshold: 0 },
        ...{ requiredDVNs: [one], optionalDVNs: [] },
      },
    },
  ]
  await tell(senderPart, sender, 'setDefaultUlnConfigs', [verifiedBy(worker)])
  await tell(receiverPart, receiver, 'setDefaultUlnConfigs', [verifiedBy(owner)])
  const executor = { eid, config: { maxMessageSize: 10_000, executor: worker } }
  await tell(senderPart, sender, 'setDefaultExecutorConfigs', [[executor]])
  await tell(endpointPart, endpoint, 'setDefaultSendLibrary', [eid, sender])
  await tell(endpointPart, endpoint, 'setDefaultReceiveLibrary', [eid, receiver, 0])
  for (const [part, one, other] of [
    [tokensPart, messaging, there.messaging],
    [creditsPart, credits, there.credits],
  ] as const) {
    await tell(part, one, 'setPeer', [eid, word(other)])
    await tell(part, one, 'setAssetId', [pool, usdcId])
    await tell(part, one, 'setPlanner', [owner])
  }
  await tell(tokensPart, messaging, 'setGasLimit', [eid, 200_000, 50_000])
  await tell(creditsPart, credits, 'setGasLimit', [eid, 200_000])
  const receiving = solidityPacked(['uint16', 'uint8', 'uint16', 'uint8', 'uint128'], [3, 1, 17, 1, 200_000])
  await tell(tokensPart, messaging, 'setEnforcedOptions', [[{ eid, msgType: 1, options: receiving }]])
  const roles = { feeLib: fees, planner: owner, treasurer: owner, tokenMessaging: messaging, creditMessaging: credits }
  await tell(poolPart, pool, 'setAddressConfig', [{ ...roles, lzToken: none }])
  await tell(feePart, fees, 'setFeeConfig', [eid, 2n ** 60n, 2n ** 61n, 100, 100, 100, 100])
  const usdc = here.network.assets.USDC?.address
  if (usdc === undefined) throw new Error('there is no USDC')
  const approve = new Interface(['function approve(address, uint256)']).encodeFunctionData('approve', [pool, deposited])
  await chain.send(owner, { to: usdc, data: approve })
  await tell(poolPart, pool, 'deposit', [owner, deposited])
}

/** Lets the other side send as much: by a message of Stargate's own. */
export async function giveCredit(here: StargateContracts, there: StargateContracts, amount: bigint): Promise<void> {
  const batch = [{ assetId: usdcId, credits: [{ srcEid: here.network.eid, amount, minAmount: 1n }] }]
  const data = creditsPart.abi.encodeFunctionData('sendCredits', [there.network.eid, batch])
  const { logs } = await here.chain.send(here.owner, { to: here.credits, data, value: 10n ** 15n })
  await deliver(here, there, logs)
}

/** LayerZero's number of where a packet's parts begin. */
const [headerLength, guidLength] = [81, 32]

/**
 * What verifiers and executor do of a transaction's message: the pool pays. Whom a contract was paid for is passed on by
 * {@link passOn}.
 * @returns what the payment logged
 */
export async function deliver(here: StargateContracts, there: StargateContracts, logs: Placed['logs']) {
  const call = await commit(here, there, logs)
  return there.chain.send(there.owner, { to: there.endpoint, data: call })
}

/** What the verifiers do of a transaction's message. @returns the call that has it received, by anyone */
export async function commit(here: StargateContracts, there: StargateContracts, logs: Placed['logs']): Promise<string> {
  const { header, payload, call } = await verify(here, there, logs)
  const data = receiverPart.abi.encodeFunctionData('commitVerification', [header, payload])
  await there.chain.send(there.owner, { to: there.receiver, data })
  return call
}

/** What the verifiers say of a transaction's message, and the call that has it received once it is committed. */
export async function verify(here: StargateContracts, there: StargateContracts, logs: Placed['logs']) {
  const packet = logs
    .filter(({ address }) => evm(address) === here.endpoint)
    .flatMap((log) => endpointPart.abi.parseLog({ topics: [...log.topics], data: log.data }) ?? [])
    .find(({ name }) => name === 'PacketSent')?.args['encodedPayload'] as Hex | undefined
  if (packet === undefined) throw new Error('nothing was sent')
  const cut = (from: number, to?: number) =>
    hex(`0x${packet.slice(2 + 2 * from, to === undefined ? undefined : 2 + 2 * to)}`)
  const [header, payload] = [cut(0, headerLength), keccak256(cut(headerLength))]
  const attest = receiverPart.abi.encodeFunctionData('verify', [header, payload, 1])
  await there.chain.send(there.owner, { to: there.receiver, data: attest })
  const origin = { srcEid: cut(9, 13), sender: cut(13, 45), nonce: cut(1, 9) }
  const [guid, message] = [cut(headerLength, headerLength + guidLength), cut(headerLength + guidLength)]
  const values = [origin, cut(61, headerLength), guid, message, '0x']
  return { header, payload, call: endpointPart.abi.encodeFunctionData('lzReceive', values) }
}
