/** The files between a machine that builds and sends, and one that signs. */
import { z } from 'zod'
import { TokenRef } from '#cli/schemas/amount'
import { Bytes, EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'

const Token = z.strictObject(TokenRef.shape)
const ChainId = z.int().min(1)

const call = {
  chainId: ChainId,
  nonce: z.int().min(0),
  from: EvmAddress,
  to: EvmAddress,
  value: Raw,
  data: Bytes,
  gasLimit: Raw,
}
const Transaction = z.discriminatedUnion('type', [
  z.strictObject({ ...call, type: z.literal(2), maxFeePerGas: Raw, maxPriorityFeePerGas: Raw }),
  z.strictObject({ ...call, type: z.literal(0), gasPrice: Raw }),
])

const common = {
  schema: z.literal('swapline/unsigned@1'),
  network: z.string(),
  builtAt: Time,
  transaction: Transaction,
  /** Of the machine that built it; the one that signs has its own. */
  limits: z.strictObject({ maxGasPrice: Raw, maxGasCost: Raw }),
  /** What was reserved for the L1 fee where it was built, on networks that take one. */
  l1Fee: Raw.optional(),
}

/** The terms are those that the bytes are compared with. */
export const UnsignedDocument = z.discriminatedUnion('step', [
  z.strictObject({
    ...common,
    step: z.literal('swap'),
    terms: z.strictObject({
      quoteId: z.uuid(),
      sell: Token,
      buy: Token,
      sellAmount: Raw,
      quotedOut: Raw,
      minimumOut: Raw,
      to: EvmAddress,
      deadline: Time,
    }),
  }),
  z.strictObject({
    ...common,
    step: z.literal('approve'),
    /** `before`: the allowance where it was built. */
    terms: z.strictObject({ token: Token, amount: Raw, before: Raw.optional() }),
  }),
])

export const SignedDocument = z.strictObject({
  schema: z.literal('swapline/signed@1'),
  unsigned: UnsignedDocument,
  raw: Bytes,
  hash: Hash,
})

export const BuildResult = z.object({ path: z.string(), document: UnsignedDocument })
export const SignResult = z.object({ path: z.string(), document: SignedDocument })
