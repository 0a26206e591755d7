import { z } from 'zod'
import { EvmAddress } from '#cli/schemas/plain'

export const AccountDetails = z.object({
  name: z.string(),
  address: EvmAddress.nullable(),
  kind: z.enum(['keystore', 'development', 'environment']),
  path: z.string(),
})

export const AccountList = z.object({ accounts: z.array(AccountDetails), chosen: z.string().nullable() })
