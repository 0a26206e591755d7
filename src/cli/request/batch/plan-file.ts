/** The file of a plan: written once, and refused if anything in it changed or contradicts the rest. */
import type { z } from 'zod'
import type { Json } from '#cli/out/types'
import { requireConsistent } from '#cli/request/batch/check-plan'
import { writeNewFile } from '#cli/request/write-new-file'
import type { PlanDocument } from '#cli/schemas/batch/plan'
import { planView } from '#cli/views/batch/plan'
import { fail } from '#domain/errors'
import type { Token } from '#domain/token'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { BatchPlan, PlannedRow } from '#domain/trade/batch/plan'
import { amount, evm, networkName, ppm, type Seconds, seconds, wei } from '#domain/units'

type Document = z.infer<typeof PlanDocument>

/** A plan with its id, as its file shows it. */
export function toPlanDocument(plan: BatchPlan): { readonly id: string; readonly document: Json } {
  const content = planView(plan)
  const id = digest(content)
  return { id, document: { ...content, id } }
}

/** 128 bits of the SHA-256 of the canonical text: members sorted by name, no spaces. */
function digest(content: Json): string {
  const { createHash } = process.getBuiltinModule('node:crypto') // takes milliseconds to load
  return createHash('sha256').update(toCanonicalText(content)).digest('hex').slice(0, 32)
}

const toCanonicalText = (content: Json): string => JSON.stringify(sortMembers(content))

function sortMembers(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(sortMembers)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Readable by its owner only. An existing file is never replaced. @throws `USAGE` */
export const writePlanFile = (path: string, document: Json): void =>
  writeNewFile(path, `${JSON.stringify(document, null, 2)}\n`, '--out')

/** The plan in a file's text; `undefined` if it is a file of orders. @throws `BATCH_PLAN_CHANGED` */
export async function parsePlanFile(
  path: string,
  text: string,
): Promise<{ readonly id: string; readonly plan: BatchPlan } | undefined> {
  const value = parseJson(text)
  const isPlan = typeof value === 'object' && value !== null && 'schema' in value
  if (!isPlan) return undefined
  const { PlanDocument } = await import('#cli/schemas/batch/plan')
  const parsed = PlanDocument.safeParse(value)
  if (!parsed.success) throw fail('BATCH_PLAN_CHANGED', { path })
  const plan = toPlan(parsed.data)
  const { id, document } = toPlanDocument(plan)
  if (toCanonicalText(document) !== toCanonicalText(value)) throw fail('BATCH_PLAN_CHANGED', { path })
  requireConsistent(path, plan)
  return { id, plan }
}

/** The ids that a plan's file names, whatever else was changed in it; `undefined` if it is no plan. */
export function readPlanIds(
  text: string,
): { readonly id: string | undefined; readonly rows: readonly string[] } | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || !('schema' in value)) return undefined
  const { id, rows } = value as Readonly<Record<string, unknown>>
  const named = Array.isArray(rows) ? rows.map((row: { readonly id?: unknown } | null) => row?.id) : []
  return {
    id: typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : undefined,
    rows: named.filter((one) => typeof one === 'string'),
  }
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toSeconds = (time: string): Seconds => seconds(Math.floor(Date.parse(time) / 1_000))

const toPlan = ({ createdAt, rows, approvals, warnings }: Document): BatchPlan => ({
  createdAt: toSeconds(createdAt),
  rows: rows.map(toPlannedRow),
  approvals: approvals.map((approval) => ({
    ...approval,
    network: networkName(approval.network),
    account: toAccount(approval.account),
    token: toToken(approval.token),
    spender: evm(approval.spender),
    amount: amount(BigInt(approval.amount)),
    before: amount(BigInt(approval.before)),
    expectedGasCost: wei(BigInt(approval.expectedGasCost)),
    maxGasCost: wei(BigInt(approval.maxGasCost)),
  })),
  warnings: warnings.map(({ code, message, row }) => ({ code, message, ...(row === undefined ? {} : { row }) })),
})

const toAccount = ({ name, address }: Document['rows'][number]['account']) => ({ name, address: evm(address) })

const toToken = ({ network, address, symbol, name, decimals, verified }: Document['rows'][number]['sell']): Token => ({
  network: networkName(network),
  address: evm(address),
  symbol,
  ...(name === undefined ? {} : { name }),
  decimals,
  listed: verified,
})

function toPlannedRow(row: Document['rows'][number]): PlannedRow {
  const { quote, sellAmount, problem } = row
  return {
    order: toOrder(row),
    sellAmount: sellAmount && amount(BigInt(sellAmount.raw)),
    quote: quote && {
      block: quote.block,
      amountOut: amount(BigInt(quote.amountOut.raw)),
      minimumOut: amount(BigInt(quote.minimumOut.raw)),
      impact: quote.impactPpm === null ? undefined : ppm(quote.impactPpm),
      lossToEarlier: ppm(quote.lossToEarlierPpm),
      expectedGasCost: wei(BigInt(quote.expectedGasCost)),
      maxGasCost: wei(BigInt(quote.maxGasCost)),
      pools: quote.pools.map(evm),
    },
    problem,
  }
}

const toOrder = (row: Document['rows'][number]): BatchOrder => ({
  id: row.id,
  line: row.line,
  network: networkName(row.network),
  account: toAccount(row.account),
  sell: toToken(row.sell),
  buy: toToken(row.buy),
  amount: 'raw' in row.amount ? { raw: amount(BigInt(row.amount.raw)) } : { share: ppm(row.amount.sharePpm) },
  minimumOut: row.minOut === undefined ? undefined : amount(BigInt(row.minOut)),
  slippage: ppm(row.slippagePpm),
  maxImpact: ppm(row.maxImpactPpm),
  to: evm(row.to),
  approve: row.approve,
  after: row.after,
  notBefore: row.notBefore === undefined ? undefined : toSeconds(row.notBefore),
  deadlineSeconds: row.deadlineSeconds,
  note: row.note,
})
