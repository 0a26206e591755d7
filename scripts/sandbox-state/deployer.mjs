import { AbiCoder, concat, FunctionFragment, getCreateAddress, Interface } from 'ethers'

/**
 * @import { Address } from '#domain/units'
 * @import { Chain, Deployer } from './shapes.ts'
 */

/**
 * Creates and calls contracts from one account that the chain impersonates.
 * @param {Chain} chain
 * @param {string} from
 * @returns {Deployer}
 */
export function createDeployer({ rpc, sendFrom }, from) {
  return {
    /** The new contract's address, lower case. */
    async create(code, types = [], values = []) {
      const nonce = Number(await rpc('eth_getTransactionCount', from, 'latest'))
      await sendFrom(rpc, { from, data: concat([code, AbiCoder.defaultAbiCoder().encode(types, values)]) })
      return /** @type {Address} */ (getCreateAddress({ from, nonce }).toLowerCase())
    },
    async call(to, signature, values, value = 0n) {
      const method = FunctionFragment.from(`function ${signature}`)
      const data = new Interface([method]).encodeFunctionData(method, values)
      await sendFrom(rpc, { from, to, data, value })
    },
  }
}
