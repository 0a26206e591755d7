import { Contract, providers, Wallet } from 'ethers-5'
import type { SignerOptions } from '../signers.ts'
import type { Account } from '../trade.ts'

/** Like `signers.ts`, by ethers 5: refuses a payload with an unknown member. */
export function byEthers5({ chainUrl, key }: SignerOptions): Account {
  const wallet = new Wallet(key, new providers.StaticJsonRpcProvider(chainUrl, { chainId: 1, name: 'homestead' }))
  const approval = ['function approve(address spender, uint256 amount) returns (bool)']
  return {
    address: wallet.address,
    approve: async ({ token, spender, amount }) => {
      const sent = await new Contract(token, approval, wallet).approve(spender, String(amount))
      return sent.hash
    },
    send: async (payload) => (await wallet.sendTransaction(payload)).hash,
    sign: ({ domain, types, message }) => wallet._signTypedData(domain, types, message),
  }
}
