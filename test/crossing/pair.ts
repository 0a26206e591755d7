/** Two local chains with the real SpokePools of Across and the real Permit2. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Interface, zeroPadValue } from 'ethers'
import type { AcrossDeposit } from '#bridges/across/deposit'
import { permit2 } from '#domain/crossing/cross-order'
import type { Address } from '#domain/units'
import { createSide } from './side.ts'

const require = createRequire(import.meta.url)
const weth9: string = require('canonical-weth/build/contracts/WETH9.json').bytecode
export const artifacts = 'test/crossing/apart/node_modules/@across-protocol/contracts/dist/evm/artifacts'
export const readArtifact = (name: string): { abi: object[]; bytecode: string } =>
  JSON.parse(readFileSync(`${artifacts}/${name}.sol/${name}.json`, 'utf8'))
export const spokeArtifact = readArtifact('Ethereum_SpokePool')
export const spoke = new Interface(spokeArtifact.abi as never)
export const proxy = new Interface(['function initialize(uint32, address)', 'constructor(address, bytes)'])

export type AcrossSide = Awaited<ReturnType<typeof createAcrossSide>>

export async function createAcrossSide(chainId: number) {
  const side = await createSide(chainId)
  const { on, maker, chain, approve } = side
  const weth = await on.create(maker, weth9)
  const implementation = await on.create(
    maker,
    spokeArtifact.bytecode + spoke.encodeDeploy([weth, 3600, 21600, `0x${'0'.repeat(40)}`]).slice(2),
  )
  const initialize = proxy.encodeFunctionData('initialize', [0, maker])
  const spokePool = await on.create(
    maker,
    readArtifact('ERC1967Proxy').bytecode + proxy.encodeDeploy([implementation, initialize]).slice(2),
  )
  await chain.rpc('anvil_setCode', permit2, permit2Code())
  for (const spender of [spokePool, permit2]) await approve(spender)
  return { ...side, weth, spokePool }
}

/** A deposit's terms as `fillRelay` takes them. */
export function toRelay(deposit: AcrossDeposit, originChainId: number) {
  const word = (address: Address) => zeroPadValue(address, 32)
  return {
    depositor: word(deposit.refundTo),
    recipient: word(deposit.receiver),
    exclusiveRelayer: word(deposit.exclusiveRelayer),
    inputToken: word(deposit.asset),
    outputToken: word(deposit.toAsset),
    inputAmount: deposit.amount,
    outputAmount: deposit.paid,
    originChainId,
    depositId: deposit.id,
    fillDeadline: deposit.deadline,
    exclusivityDeadline: deposit.exclusivityDeadline,
    message: deposit.message,
  }
}

/** Permit2's deployed code, the same on every network, from the tests of Uniswap v4. */
export function permit2Code(): string {
  const text = readFileSync(
    'test/crossing/apart/node_modules/@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol',
    'utf8',
  )
  const code = /hex"([0-9a-f]{1000,})"/.exec(text)?.[1]
  if (code === undefined) throw new Error('there is no code in DeployPermit2.sol')
  return `0x${code}`
}
