import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { Notice, Problem } from '#cli/schemas/batch/plan'
import { EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'
import { rowStates } from '#domain/trade/batch/state'

const RowState = z.enum(rowStates)

export const ReportRow = z.object({
  id: z.string(),
  network: z.string(),
  account: EvmAddress,
  state: RowState,
  swapId: z.uuid().nullable(),
  hash: Hash.nullable(),
  /** What it was to sell. */
  amount: Amount.nullable(),
  planned: Amount.nullable(),
  sold: Amount.nullable(),
  bought: Amount.nullable(),
  /** What was bought compared with the plan, and with the quote it was signed for. */
  vsPlanBps: z.number().nullable(),
  vsQuoteBps: z.number().nullable(),
  gasCost: Raw,
  /** Why nothing was signed for it, or why it reverted. */
  error: Problem.nullable(),
  note: z.string().nullable(),
})

/** A run as the journal's evidence shows it. */
export const Report = z.object({
  kind: z.literal('report'),
  id: z.string(),
  createdAt: Time,
  cancelled: z.boolean(),
  counts: z.record(RowState, z.int()),
  sold: z.array(Amount),
  bought: z.array(Amount),
  /** Approvals included; the highest possible cost of what is not settled. */
  gas: z.array(z.object({ network: z.string(), cost: Raw })),
  rows: z.array(ReportRow),
})

/** `batch run --dry-run`: nothing was signed. */
export const DryRunReport = z.object({
  kind: z.literal('dry-run'),
  rows: z.array(
    z.object({
      id: z.string(),
      result: z.enum(['simulated', 'built', 'failed']),
      why: z.string().nullable(),
      planned: Amount.nullable(),
    }),
  ),
  warnings: z.array(Notice),
})

/** A line of `-o jsonl` while a batch runs. */
export const RunEvent = z.object({
  kind: z.literal('event'),
  event: z.enum(['approving', 'started', 'signed', 'accepted', 'waiting', 'ended']),
  row: z.string().optional(),
  network: z.string().optional(),
  token: z.string().optional(),
  swapId: z.uuid().optional(),
  hash: Hash.optional(),
  until: Time.optional(),
  state: RowState.optional(),
  error: Problem.optional(),
  done: z.int().optional(),
  total: z.int().optional(),
})

export const BatchRunResult = z.union([Report, DryRunReport, RunEvent])
