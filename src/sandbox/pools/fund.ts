import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import type { Network } from '#domain/network'
import type { Address, Hex } from '#domain/units'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { sandboxContractsOf } from './contracts.ts'
import type { SandboxToken } from './plan.ts'

const selectors = { balanceOf: '0x70a08231', transfer: '0xa9059cbb' } as const

/** Whole tokens per funding. The fake USDC is not included. */
const gifts = {
  WETH: 10,
  USDC: 25_000,
  USDT: 25_000,
  DAI: 25_000,
  WBTC: 1,
  wstETH: 10,
  UNI: 1_000,
  FOT: 10_000,
} as const
const nativeGift = 100n * 10n ** 18n

export interface FundedAmount {
  readonly symbol: string
  readonly raw: bigint
  readonly decimals: number
}

/** Mints native currency and sends tokens from the treasury. @returns what arrived. */
export async function fundAccount(rpc: Rpc, network: Network, to: Address): Promise<readonly FundedAmount[]> {
  const { treasury, tokens } = sandboxContractsOf(network)
  const balance = BigInt(await rpc<Hex>('eth_getBalance', to, 'latest'))
  await rpc('anvil_setBalance', to, `0x${(balance + nativeGift).toString(16)}`)

  await rpc('anvil_impersonateAccount', treasury)
  const given: FundedAmount[] = [{ symbol: network.native.symbol, raw: nativeGift, decimals: network.native.decimals }]
  for (const name of names) {
    const { symbol, address, decimals } = tokens[name]
    const holds = async (): Promise<bigint> =>
      uintAt(
        await rpc<Hex>('eth_call', { to: address, data: callData(selectors.balanceOf, addressWord(to)) }, 'latest'),
        0,
      )
    const before = await holds()
    const value = BigInt(gifts[name]) * 10n ** BigInt(decimals)
    await sendFrom(rpc, {
      from: treasury,
      to: address,
      data: callData(selectors.transfer, addressWord(to), word(value)),
    })
    given.push({ symbol, raw: (await holds()) - before, decimals })
  }
  await rpc('anvil_stopImpersonatingAccount', treasury)
  return given
}

const names = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'wstETH', 'UNI', 'FOT'] as const satisfies readonly SandboxToken[]
