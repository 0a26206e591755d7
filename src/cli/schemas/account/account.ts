import { z } from 'zod'
import { Bytes, EvmAddress } from '#cli/schemas/plain'

export const AccountDetails = z.object({
  name: z.string(),
  address: EvmAddress.nullable(),
  kind: z.enum(['keystore', 'development', 'environment', 'watch', 'broken']),
  path: z.string(),
  /** What is wrong with a broken file. */
  flaw: z.string().optional(),
})

export const AccountList = z.object({ accounts: z.array(AccountDetails), chosen: z.string().nullable() })

/** `keptAt`: the file under its new name. */
export const AccountRemoval = AccountDetails.extend({ keptAt: z.string() })

export const MessageSignature = z.object({ address: EvmAddress, signature: Bytes })

/** `signer`: whose signature it is, if anybody's. */
export const MessageCheck = z.object({ valid: z.boolean(), signer: EvmAddress.nullable() })

/** As `eth_signTypedData_v4` takes it. */
export const TypedMessageFile = z.object({
  domain: z.record(z.string(), z.union([z.string(), z.number()])),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})
