import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { Tracked } from '#cli/schemas/crossing/tracked'
import { Bytes, EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'
import { revertClasses } from '#domain/failures/revert-reason'
import { attemptKinds, stages, steps } from '#domain/journal/swap'
import { swapStates, swapSubstates } from '#domain/service/swap-record'

export const Stage = z.enum(stages)
const Step = z.enum(steps)

/** Why a transaction reverted. */
export const RevertReason = z.object({
  class: z.enum(revertClasses),
  /** May quote a contract: foreign text. */
  words: z.string(),
  remedy: z.array(z.string()).min(1),
})

export const Payload = z.object({
  chainId: z.int(),
  type: z.union([z.literal(0), z.literal(2)]),
  from: EvmAddress,
  to: EvmAddress,
  value: Raw,
  data: Bytes,
  gasLimit: Raw,
  maxFeePerGas: Raw.optional(),
  maxPriorityFeePerGas: Raw.optional(),
  gasPrice: Raw.optional(),
})

export const Tx = Payload.extend({
  step: Step,
  hash: Hash,
  nonce: z.int(),
  stage: Stage,
  /** Has the confirmations of the network's entry: it is not checked again. */
  final: z.boolean(),
  confirmations: z.object({ have: z.int(), final: z.int() }),
  /** What is known of it, in a sentence. */
  known: z.string(),
  reason: RevertReason.optional(),
  replacedBy: z.object({ hash: Hash, block: z.int() }).optional(),
  block: z.int().optional(),
  gasUsed: Raw.optional(),
  feePaid: Raw.optional(),
  /** `private`: its bytes were handed to a private endpoint first. */
  via: z.enum(['public', 'private']),
  private: z
    .object({
      /** Its host. */
      endpoint: z.string(),
      /** Null if its bytes never go to public nodes from here. */
      afterBlocks: z.int().nullable(),
      /** The block from which on they go to public nodes, if it is not mined by then. */
      publicFrom: z.int().nullable(),
      /** This program has handed them to a public node. */
      wentPublic: z.boolean(),
    })
    .optional(),
  /** If it was replaced: every version, of which one at most is mined. `hash` is the one that `stage` is about. */
  versions: z
    .array(
      z.object({
        kind: z.enum(attemptKinds),
        hash: Hash,
        signedAt: Time,
        maxFeePerGas: Raw.optional(),
        maxPriorityFeePerGas: Raw.optional(),
        gasPrice: Raw.optional(),
      }),
    )
    .optional(),
})

/** An intent and its progress. */
export const Swap = z.object({
  swapId: z.uuid(),
  kind: z.enum(['swap', 'approve', 'deploy', 'cross', 'claim']),
  network: z.string(),
  chainId: z.int(),
  quoteId: z.uuid().nullable(),
  idempotencyKey: z.string(),
  stage: Stage,
  approve: z.array(Tx).optional(),
  tx: Tx.optional(),
  /** Of a swap that was not signed: what was typed, by the names of options and arguments. */
  requested: z.record(z.string(), z.string()).optional(),
  sold: Amount.optional(),
  quoted: Amount.optional(),
  minimum: Amount.optional(),
  bought: Amount.optional(),
  vsQuoteBps: z.number().optional(),
  vsMinBps: z.number().optional(),
  /** Of a swap to another network, once it was followed there. */
  crossing: Tracked.optional(),
  timeline: z.array(z.object({ stage: Stage, step: Step.optional(), at: Time, hash: Hash.optional() })),
})

/** What a simulation took for granted: the account has `actual` of it. */
export const Assumption = z.object({
  of: z.enum(['balance', 'allowance']),
  token: EvmAddress,
  owner: EvmAddress,
  /** Of an allowance. */
  spender: EvmAddress.optional(),
  actual: Amount,
  assumed: Amount,
})

/** `swap --dry-run`: built and checked, and simulated unless something is missing that cannot be assumed; not signed. */
export const DryRun = z.object({
  stage: z.enum(['built', 'simulated']),
  quoteId: z.uuid(),
  payload: Payload,
  minimum: Amount,
  /** What the simulated swap brings; absent if the router is not ours. */
  output: Amount.optional(),
  /** What the simulated swap used; absent if no endpoint tells it. */
  gasUsed: Raw.optional(),
  /** Empty if nothing was assumed; absent if nothing was simulated. */
  assumed: z.array(Assumption).optional(),
})

/** `swap --gasless`: `status` is the service's word, `filled` and `bought` are what your endpoints show. */
export const GaslessSwap = z.object({
  swapId: z.uuid(),
  kind: z.literal('gasless'),
  network: z.string(),
  chainId: z.int(),
  quoteId: z.uuid(),
  status: z.enum(swapStates),
  substatus: z.enum(swapSubstates),
  /** Of the transaction that your endpoints show as its fill; as long as they show none, the one that the service names. */
  hash: Hash.nullable(),
  sold: Amount,
  /** For the relayer, part of `sold`. */
  fee: Amount,
  quoted: Amount,
  minimum: Amount,
  /** null if they contradict each other, or its nonce is used and they show no fill. */
  filled: z.boolean().nullable(),
  bought: Amount.optional(),
})

export const SwapResult = z.union([Swap, DryRun, GaslessSwap])

export const Approval = z.object({
  action: z.enum(['none', 'approve', 'reset+approve', 'revoke', 'permit']),
  token: EvmAddress,
  spender: EvmAddress,
  before: Raw,
  /** What swaps under way will still take of `before`. */
  reserved: Raw.optional(),
  after: Raw,
  txs: z.array(Tx),
  /** A signed approval: nothing was sent. */
  permit: z.object({ signature: Bytes, deadline: z.int(), nonce: Raw, value: Raw }).optional(),
})

const ContractDeployment = z.object({ address: EvmAddress, deployed: z.boolean(), tx: Tx.optional() })

/** Of the router; the adapters are listed separately. */
export const Deployment = ContractDeployment.extend({
  adapters: z.array(ContractDeployment.extend({ name: z.string() })),
})
