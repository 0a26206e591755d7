import { z } from 'zod'
import { EvmAddress } from '#cli/schemas/plain'

const Check = z.object({
  rpc: z.string().describe('host only: the rest of an endpoint may be a key'),
  latencyMs: z.int().nullable(),
  head: z.int().nullable(),
  headAgeSec: z.int().nullable(),
  chainIdOk: z.boolean(),
  routerCode: z.boolean().describe('the router’s code there is ours to the byte'),
  contracts: z.array(z.object({ name: z.string(), address: EvmAddress, code: z.boolean() })),
  eip1559: z.boolean().nullable(),
  /** What the entry states of the chain, and what of it is not so; null if the endpoint did not answer. */
  places: z
    .array(
      z.object({
        kind: z.enum(['fees', 'lens', 'multicall', 'deployer', 'l1-oracle', 'wrapped', 'twin', 'token', 'factory']),
        name: z.string(),
        address: EvmAddress.nullable(),
        problem: z.string().nullable(),
      }),
    )
    .nullable(),
  problem: z.string().nullable(),
})

export const Networks = z.object({
  networks: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      chainId: z.int().nullable(),
      type: z.enum(['evm', 'svm']),
      native: z.string().nullable(),
      /** Why nothing can be traded there, whatever endpoint is given. */
      closed: z.enum(['sunset', 'era-vm', 'svm']).nullable(),
      status: z.enum(['ready', 'read-only', 'no-rpc', 'planned']),
      sources: z.array(z.string()),
      unproven: z.array(z.string()),
      bridges: z.array(z.string()).describe('that lead from there to another network (--to-network)'),
      check: Check.optional(),
    }),
  ),
})

export const IndexResult = z.object({
  network: z.string(),
  complete: z.boolean().describe('false if interrupted before the head'),
  sources: z.array(
    z.object({
      source: z.string(),
      through: z.int().describe('the last indexed block'),
      head: z.int(),
      pools: z.int().describe('that are modelled'),
      skipped: z.record(z.string(), z.int()).describe('how many are not, by reason'),
    }),
  ),
  imported: z.array(z.string()).describe('sources taken over from a file (--import)'),
  exported: z.string().nullable().describe('the file that was written (--export)'),
})
