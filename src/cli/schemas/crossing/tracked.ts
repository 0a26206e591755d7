import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'

/** A crossing as both networks show it. */
export const Tracked = z.object({
  state: z.enum(['pending', 'error', 'bridging', 'success', 'partial', 'expired', 'refunded']),
  /** The end that one endpoint shows, and why it is none yet. */
  unsettled: z.object({ state: z.string(), reason: z.string() }).optional(),
  network: z.string(),
  hash: Hash,
  toNetwork: z.string().optional(),
  toChainId: z.int().optional(),
  bridge: z.string().optional(),
  deposit: z
    .object({
      token: EvmAddress,
      amount: Raw,
      toToken: EvmAddress,
      paid: Raw,
      /** Null with a bridge that refunds nothing. */
      refundTo: EvmAddress.nullable(),
      deadline: Time.nullable(),
    })
    .optional(),
  toHash: Hash.optional(),
  refundHash: Hash.optional(),
  claim: z.object({ isOpen: z.boolean(), token: EvmAddress, amount: Raw, recipient: EvmAddress }).optional(),
  receivedRaw: Raw.optional(),
  received: Amount.optional(),
  /** What can be done about it; `by`: who alone may. */
  recoveries: z.array(
    z.object({
      action: z.enum(['retry', 'release', 'complete']),
      by: EvmAddress.nullable(),
      until: Time.nullable(),
      /** What the bridge's service signed has expired: the call has it signed again first. */
      isLapsed: z.literal(true).optional(),
    }),
  ),
})
