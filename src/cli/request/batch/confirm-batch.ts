import type { Context } from '#cli/context'
import { planSummary } from '#cli/screens/batch/plan'
import type { BatchPlan } from '#domain/trade/batch/plan'
import { checksum } from '#text/checksum'

/** Dangers that the user accepted by flag. */
export interface BatchDangers {
  readonly allowRecipient: boolean
  readonly allowUnlisted: boolean
  readonly allowMax: boolean
}

export const dangerOptions = {
  allowRecipient: { flag: '--allow-recipient', about: 'do not ask about recipients that are not the sender' },
  allowUnlisted: { flag: '--allow-unlisted', about: 'accept unlisted tokens, by address' },
  allowMax: { flag: '--allow-max', about: 'do not ask about approvals without limit' },
} as const

/** Shows a plan and asks once for all of it; each danger has to be typed, or to be allowed by its flag. */
export async function confirmBatch({ out, prompts }: Context, plan: BatchPlan, dangers: BatchDangers): Promise<void> {
  out.note((screen) => planSummary(plan, screen))
  const orders = plan.rows.map(({ order }) => order)
  for (const address of dangers.allowRecipient ? [] : new Set(orders.filter(isForeign).map(({ to }) => to))) {
    const full = checksum(address)
    await prompts.confirmTyped(`Rows pay ${full}, not the sender`, full.slice(-6), '--allow-recipient')
  }
  const unlisted = orders.flatMap(({ sell, buy }) => [sell, buy]).filter(({ listed }) => !listed)
  for (const address of dangers.allowUnlisted ? [] : new Set(unlisted.map((token) => token.address))) {
    const full = checksum(address)
    await prompts.confirmTyped(`The token ${full} is UNVERIFIED, in no list`, full.slice(-6), '--allow-unlisted')
  }
  if (!dangers.allowMax && orders.some(({ approve }) => approve === 'max'))
    await prompts.confirmTyped('The router may take any amount of a token until revoked', 'max', '--allow-max')
  await prompts.confirm(`Run ${orders.length === 1 ? 'this row' : `these ${orders.length} rows`}?`)
}

const isForeign = ({ to, account }: BatchPlan['rows'][number]['order']): boolean => to !== account.address
