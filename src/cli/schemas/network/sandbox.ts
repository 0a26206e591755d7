import { z } from 'zod'
import { Decimal, EvmAddress, Raw } from '#cli/schemas/plain'

export const SandboxRunning = z.object({ pid: z.int(), url: z.url(), network: z.string(), chainId: z.int() })
/** `sandbox up`: one, or with `--pair` two. */
export const SandboxUp = z.union([SandboxRunning, z.object({ pair: z.array(SandboxRunning).length(2) })])
/** `sandbox` is the requested one, `running` lists all running ones. */
export const SandboxState = z.object({ sandbox: SandboxRunning.nullable(), running: z.array(SandboxRunning) })
export const SandboxEnd = z.object({ ended: z.boolean() })
export const SandboxFunding = z.object({
  address: EvmAddress,
  balances: z.array(z.object({ symbol: z.string(), raw: Raw, formatted: Decimal, decimals: z.int() })),
})
