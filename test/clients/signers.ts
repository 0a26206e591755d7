/** Wallets by the libraries that client programs use. Each takes the API's answers unchanged. */
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { createWalletClient, defineChain, type Hex, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Account } from './trade.ts'

export interface SignerOptions {
  readonly chainUrl: string
  readonly key: string
}

const approval = 'function approve(address spender, uint256 amount) returns (bool)'

export function createEthersAccount({ chainUrl, key }: SignerOptions): Account {
  // by default it caches an answer for a quarter of a second, including the previous transaction's nonce
  const wallet = new Wallet(key, new JsonRpcProvider(chainUrl, 1, { staticNetwork: true, cacheTimeout: -1 }))
  return {
    address: wallet.address,
    approve: async ({ token, spender, amount }) =>
      (await new Contract(token, [approval], wallet).getFunction('approve')(spender, amount)).hash,
    send: async (payload) => (await wallet.sendTransaction(payload)).hash,
    sign: ({ domain, types, message }) => wallet.signTypedData(domain, types, message),
  }
}

export function createViemAccount({ chainUrl, key }: SignerOptions): Account {
  const account = privateKeyToAccount(key as Hex)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: 1, name: 'Ethereum', nativeCurrency, rpcUrls: { default: { http: [chainUrl] } } })
  const client = createWalletClient({ account, chain, transport: http(chainUrl) })
  return {
    address: account.address,
    approve: ({ token, spender, amount }) =>
      client.writeContract({
        address: token as Hex,
        abi: parseAbi([approval]),
        functionName: 'approve',
        args: [spender as Hex, amount],
      }),
    send: ({ to, data, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas }) =>
      client.sendTransaction({
        to,
        data,
        value: BigInt(value),
        gas: BigInt(gasLimit),
        maxFeePerGas: BigInt(maxFeePerGas),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
      }),
    sign: ({ domain, types, primaryType = 'Swap', message }) =>
      account.signTypedData({ domain, types, primaryType, message }),
  }
}
