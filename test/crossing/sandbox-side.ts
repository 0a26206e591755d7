/** One sandbox of a pair, as tests read and change it. */
import type { Address, Hex } from '#domain/units'
import { tokens } from './side.ts'

export interface SandboxSide {
  readonly url: string
  readonly network: string
  readonly chainId: number
}

export async function rpc<T>({ url }: Pick<SandboxSide, 'url'>, method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

export interface MinedReceipt {
  readonly status: string
  readonly contractAddress: string
  readonly transactionHash: Hex
  readonly logs: readonly { readonly address: string; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

/** From an account that anvil impersonates. @throws Error if it reverts */
export async function send(
  side: SandboxSide,
  from: Address,
  call: { readonly to?: Address; readonly data: string; readonly value?: string },
) {
  await rpc(side, 'anvil_impersonateAccount', from)
  await rpc(side, 'anvil_setBalance', from, '0x56bc75e2d63100000')
  const hash = await rpc<Hex>(side, 'eth_sendTransaction', { from, ...call, gas: '0xe4e1c0' })
  for (;;) {
    const receipt = await rpc<MinedReceipt | null>(side, 'eth_getTransactionReceipt', hash)
    if (receipt === null) continue
    if (receipt.status !== '0x1') throw new Error(`a transaction to ${call.to ?? 'nobody'} reverted`)
    return receipt
  }
}

export const balanceOf = async (side: SandboxSide, token: string, owner: string): Promise<bigint> =>
  BigInt(
    await rpc<string>(side, 'eth_call', { to: token, data: tokens.encodeFunctionData('balanceOf', [owner]) }, 'latest'),
  )

/** Both chains' clocks, by as many seconds. */
export async function advance(sides: readonly SandboxSide[], seconds: number): Promise<void> {
  for (const side of sides) {
    await rpc(side, 'evm_increaseTime', seconds)
    await rpc(side, 'evm_mine')
  }
}
