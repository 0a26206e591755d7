import { z } from 'zod'
import { schemaId } from '#cli/out/schema-id'
import { Amount, TokenRef } from '#cli/schemas/amount'
import { EvmAddress, Raw, Time } from '#cli/schemas/plain'
import { approvalModes } from '#cli/settings/table'

const Account = z.object({ name: z.string(), address: EvmAddress })
const Ratio = z.int().min(0).max(1_000_000)
export const Notice = z.object({ code: z.string(), message: z.string(), row: z.string().optional() })
export const Problem = z.object({ code: z.string(), message: z.string() })

export const PlanRow = z.object({
  id: z.string(),
  line: z.int(),
  network: z.string(),
  account: Account,
  sell: TokenRef,
  buy: TokenRef,
  /** In the smallest unit, or a part of the balance. */
  amount: z.union([z.object({ raw: Raw }), z.object({ sharePpm: Ratio })]),
  minOut: Raw.optional(),
  slippagePpm: Ratio,
  maxImpactPpm: Ratio,
  to: EvmAddress,
  approve: z.enum(approvalModes),
  after: z.array(z.string()),
  notBefore: Time.optional(),
  deadlineSeconds: z.int(),
  note: z.string().optional(),
  /** What it sells, at most. */
  sellAmount: Amount.optional(),
  /** On the state that the earlier rows of its lane leave. */
  quote: z
    .object({
      block: z.int(),
      amountOut: Amount,
      minimumOut: Amount,
      impactPpm: Ratio.nullable(),
      /** How much less it is because of the earlier rows. */
      lossToEarlierPpm: Ratio,
      expectedGasCost: Raw,
      maxGasCost: Raw,
      pools: z.array(EvmAddress),
    })
    .optional(),
  /** Why it would fail, as far as the plan can tell. */
  problem: Problem.optional(),
})

const PlanApproval = z.object({
  network: z.string(),
  account: Account,
  token: TokenRef,
  spender: EvmAddress,
  amount: Raw,
  before: Raw,
  transactions: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  expectedGasCost: Raw,
  maxGasCost: Raw,
})

/** The file that `batch plan` writes. */
export const PlanDocument = z.object({
  schema: z.literal(schemaId('batch-plan-file')),
  /** The run's id: the first half of the SHA-256 of everything else here. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  createdAt: Time,
  rows: z.array(PlanRow).min(1),
  /** One per account and token: the sum of its rows. */
  approvals: z.array(PlanApproval),
  totals: z.object({
    sold: z.array(Amount),
    bought: z.array(Amount),
    gas: z.array(z.object({ network: z.string(), expected: Raw, max: Raw })),
  }),
  warnings: z.array(Notice),
})

export const BatchPlanResult = z.object({ path: z.string().nullable(), plan: PlanDocument })
