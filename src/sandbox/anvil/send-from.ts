import { type Address, type Gas, gas, type Hex, type Wei } from '#domain/units'
import { pause } from './pause.ts'
import type { Rpc } from './rpc.ts'

/** Below 2^24, the maximum on a chain after EIP-7825. */
export const usualGas: Gas = gas(16_500_000n)

export interface SandboxTransaction {
  readonly from: Address
  /** Absent if `data` creates a contract. */
  readonly to?: Address
  readonly data: Hex
  readonly value?: Wei
  readonly gas?: Gas | undefined
}

/** Sends from an account that anvil impersonates and makes sure that it is mined. @throws Error if it reverts. */
export async function sendFrom(rpc: Rpc, sending: SandboxTransaction): Promise<void> {
  const toHex = (n: bigint) => `0x${n.toString(16)}`
  const [value, limit] = [toHex(sending.value ?? 0n), toHex(sending.gas ?? usualGas)]
  const hash = await rpc<Hex>('eth_sendTransaction', { ...sending, value, gas: limit })
  for (let tries = 1; tries < 5_000; tries++) {
    const receipt = await rpc<{ status: Hex } | null>('eth_getTransactionReceipt', hash)
    if (receipt?.status === '0x1') return
    if (receipt !== null) throw new Error(`reverted: ${sending.data.slice(0, 10)} to ${sending.to ?? 'a new contract'}`)
    await pause(2)
    // Does not wait for a chain that mines on a timer.
    if (tries % 50 === 0 && !(await rpc<boolean>('anvil_getAutomine'))) await rpc('evm_mine')
  }
  throw new Error(`${hash} was not mined`)
}
