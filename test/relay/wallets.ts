/** Wallets that hold a token and no native currency, funded by one transaction each. */
import { JsonRpcProvider, Wallet } from 'ethers'
import { devAccounts } from '#sandbox/dev-accounts'

export const relayerAddress = devAccounts[9]?.address ?? ''

export function openChain(url: string): JsonRpcProvider {
  const provider = new JsonRpcProvider(url, 31_337, { staticNetwork: true, cacheTimeout: -1 })
  provider.pollingInterval = 50
  return provider
}

const encodeWords = (selector: string, address: string, value: bigint): string =>
  `${selector}${address.slice(2).toLowerCase().padStart(64, '0')}${value.toString(16).padStart(64, '0')}`

export async function fundWallets(
  provider: JsonRpcProvider,
  { token, each, count }: { readonly token: string; readonly each: bigint; readonly count: number },
): Promise<readonly Wallet[]> {
  const rich = new Wallet(devAccounts[0]?.key ?? '', provider)
  const first = await provider.getTransactionCount(rich.address)
  const wallets = Array.from({ length: count }, () => new Wallet(Wallet.createRandom().privateKey, provider))
  const sent = []
  for (const [i, wallet] of wallets.entries()) {
    const data = encodeWords('0xa9059cbb', wallet.address, each)
    sent.push(await rich.sendTransaction({ to: token, data, nonce: first + i, gasLimit: 120_000 }))
  }
  for (const one of sent) await one.wait()
  return wallets
}

export const balanceOf = async (provider: JsonRpcProvider, token: string, owner: string): Promise<bigint> =>
  BigInt(await provider.call({ to: token, data: `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}` }))
