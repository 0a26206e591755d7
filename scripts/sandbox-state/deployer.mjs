import { AbiCoder, concat, getCreateAddress, Interface } from 'ethers'

/** Creates and calls contracts from one account that the chain impersonates. */
export function createDeployer({ rpc, sendFrom }, from) {
  return {
    /** The new contract's address, lower case. */
    async create(code, types = [], values = []) {
      const nonce = Number(await rpc('eth_getTransactionCount', from, 'latest'))
      await sendFrom(rpc, { from, data: concat([code, AbiCoder.defaultAbiCoder().encode(types, values)]) })
      return getCreateAddress({ from, nonce }).toLowerCase()
    },
    async call(to, signature, values, value = 0n) {
      const method = new Interface([`function ${signature}`])
      await sendFrom(rpc, { from, to, data: method.encodeFunctionData(method.fragments[0], values), value })
    },
  }
}
