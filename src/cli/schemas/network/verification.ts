import { z } from 'zod'
import { Bytes, EvmAddress, Hash } from '#cli/schemas/plain'

export const Verification = z.object({
  verified: z.boolean().describe('the code at every address is ours to the byte'),
  compiler: z.object({
    version: z.string().describe('solc with its commit, as explorers list it'),
    optimizer: z.object({ enabled: z.boolean(), runs: z.int() }),
    viaIR: z.boolean(),
    metadata: z.object({ bytecodeHash: z.string(), appendCBOR: z.boolean() }),
  }),
  license: z.string().describe('SPDX identifier'),
  constructorArguments: Bytes.describe('of every contract: none'),
  contracts: z.array(
    z.object({
      name: z.string(),
      address: EvmAddress,
      code: z.enum(['deployed', 'missing', 'foreign']),
      codeHash: Hash.describe('keccak256 of the runtime code that belongs there'),
      foundHash: Hash.nullable().describe('keccak256 of the runtime code that is there; null if there is none'),
      contract: z.string().describe('path and name'),
      evmVersion: z.string(),
      standardJson: z.string().describe('the file to upload: its path with --out, else its name'),
    }),
  ),
})
