/** Creates pools on a running sandbox through its own factories, for an index to find. */
import { AbiCoder, getCreateAddress, Interface, keccak256 } from 'ethers'
import { addressesFact } from '#domain/pools/facts'
import type { Venue } from '#domain/pools/protocol'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { getTestContractCode } from '../contracts/compile.ts'

export const findVenue = (name: string): Venue => {
  const venue = network.venues.find((one) => one.name === name)
  if (venue === undefined) throw new Error(`the sandbox has no ${name}`)
  return venue
}

export const [uni, dai] = [sandboxGround.tokens.UNI.address, sandboxGround.tokens.DAI.address]
const tokens = [uni, dai].sort((a, b) => (a < b ? -1 : 1))
const whole = 10n ** 18n
/** A hook whose address lets it take part in swaps; it has no code, so that a pool with it can be filled only. */
export const swapHook = evm(`0x${'0'.repeat(36)}0080`)
const { treasury } = sandboxGround

const erc20 = new Interface(['function transfer(address,uint256)', 'function approve(address,uint256)'])
const keyType = '(address,address,uint24,int24,address)'
const v4Manager = new Interface([`function initialize(${keyType}, uint160) returns (int24)`])
const v4Filler = new Interface([`function mint(address, ${keyType}, (int24,int24,uint128)[])`])
const v2Factory = new Interface([
  'function create(string,string,address[],uint256[],address[],uint256,address) returns (address)',
])
const v2Vault = new Interface(['function joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))'])
const v2Pool = new Interface(['function getPoolId() view returns (bytes32)'])
const config = '(address token, uint8 kind, address rateProvider, bool paysYieldFees)[]'
const v3Factory = new Interface([
  `function create(string, string, ${config}, uint256[], (address, address, address), uint256, address, bool, bool,
    bytes32) returns (address)`,
])

export interface PoolMaker {
  /** Uniswap v4, of any fee, with a hook or without; returns the pool's short name. */
  v4(fee: number, hook?: Address): Promise<Address>
  /** A weighted pool of Balancer v2, filled. */
  v2(): Promise<Address>
  /** A weighted pool of Balancer v3, empty. */
  v3(salt: number): Promise<Address>
}

/** Everything is sent by the treasury, which holds all tokens. */
export async function createPoolMaker(rpc: Rpc): Promise<PoolMaker> {
  await rpc('anvil_impersonateAccount', treasury)
  await rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  const send = (to: Address, data: string) => sendFrom(rpc, { from: treasury, to, data: hex(data) })
  const nonce = Number(await rpc<string>('eth_getTransactionCount', treasury, 'latest'))
  await sendFrom(rpc, { from: treasury, data: hex(getTestContractCode('VaultFiller')) })
  const filler = evm(getCreateAddress({ from: treasury, nonce }))
  for (const token of tokens) await send(token, erc20.encodeFunctionData('transfer', [filler, 1_000_000n * whole]))

  const created = async (factory: Address, data: string): Promise<Address> => {
    const answer = await rpc<string>('eth_call', { from: treasury, to: factory, data }, 'latest')
    await send(factory, data)
    return evm(`0x${answer.slice(-40)}`)
  }

  return {
    async v4(fee, hook = nativeToken) {
      const key = [...tokens, fee, 50, hook]
      const { factory } = findVenue('uniswap-v4')
      await send(factory, v4Manager.encodeFunctionData('initialize', [key, 2n ** 96n]))
      await send(filler, v4Filler.encodeFunctionData('mint', [factory, key, [[-6_000, 6_000, 50_000n * whole]]]))
      const types = ['address', 'address', 'uint24', 'int24', 'address']
      return evm(keccak256(AbiCoder.defaultAbiCoder().encode(types, key)).slice(0, 42))
    },
    async v2() {
      const venue = findVenue('balancer-v2')
      const [factory = nativeToken] = addressesFact(venue, 'weighted')
      const none = tokens.map(() => nativeToken)
      const shape = ['', '', tokens, [whole / 2n, whole / 2n], none, 10n ** 15n, treasury]
      const pool = await created(factory, v2Factory.encodeFunctionData('create', shape))
      const id = await rpc<Hex>('eth_call', { to: pool, data: v2Pool.encodeFunctionData('getPoolId') }, 'latest')
      for (const token of tokens)
        await send(token, erc20.encodeFunctionData('approve', [venue.factory, 1_000_000n * whole]))
      const amounts = tokens.map(() => 10_000n * whole)
      const how = AbiCoder.defaultAbiCoder().encode(['uint256', 'uint256[]'], [0, amounts])
      const join = [id, treasury, treasury, [tokens, amounts, how, false]]
      await send(venue.factory, v2Vault.encodeFunctionData('joinPool', join))
      return pool
    },
    v3(salt) {
      const [factory = nativeToken] = addressesFact(findVenue('balancer-v3'), 'weighted')
      const configs = tokens.map((token) => [token, 0, nativeToken, false])
      const roles = [nativeToken, nativeToken, nativeToken]
      const named = `0x${salt.toString(16).padStart(64, '0')}`
      const shape = ['', '', configs, [whole / 2n, whole / 2n], roles, 10n ** 15n, nativeToken, false, false, named]
      return created(factory, v3Factory.encodeFunctionData('create', shape))
    },
  }
}
