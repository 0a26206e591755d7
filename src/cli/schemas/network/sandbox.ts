import { z } from 'zod'
import { Decimal, EvmAddress, Raw } from '#cli/schemas/plain'
import { pairRelays } from '#domain/sandbox'

export const SandboxRunning = z.object({ pid: z.int(), url: z.url(), network: z.string(), chainId: z.int() })
/** Of a pair: what it completes, and where it answers as CCTP's attestation service; null if nothing leads from one to the other. */
const PairRelay = z.object({ relay: z.enum(pairRelays), url: z.url() }).nullable()
/** `sandbox up`: one, or with `--pair` two. */
export const SandboxUp = z.union([
  SandboxRunning,
  z.object({ pair: z.array(SandboxRunning).length(2), relay: PairRelay }),
])
/** `sandbox` is the requested one, `running` lists all running ones; `relay` is of the pair, if there is one. */
export const SandboxState = z.object({
  sandbox: SandboxRunning.nullable(),
  running: z.array(SandboxRunning),
  relay: PairRelay,
})
export const SandboxClocks = z.object({ clocks: z.array(z.object({ network: z.string(), time: z.iso.datetime() })) })
export const SandboxEnd = z.object({ ended: z.boolean() })
export const SandboxFunding = z.object({
  address: EvmAddress,
  balances: z.array(z.object({ symbol: z.string(), raw: Raw, formatted: Decimal, decimals: z.int() })),
})
