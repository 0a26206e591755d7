/** Compares a claim with the bytes sent to endpoints and the chain's contents. */
import type { ChainView, HandedTransaction, MinedTransaction } from './evidence.ts'
import { swapsIn } from './evidence.ts'

/** What a user concludes from a run. */
export type Claim =
  | 'confirmed'
  | 'mined'
  /** `--no-wait`: a node has it. */
  | 'accepted'
  | 'reverted'
  | 'replaced'
  | 'pending'
  | 'not sent'
  /** The program does not know the swap. */
  | 'forgotten'
  /** No claim about the swap. */
  | 'nothing'

export const violations = [
  'double',
  'lost',
  'false not sent',
  'false confirmed',
  'false reverted',
  'false replaced',
  'signed twice',
  'approval not named',
  'sent by a quote',
  'overpaid',
  'unsettled',
  'wrong final word',
  'internal error',
  'stack trace',
  'control bytes',
  'no document',
  'overran',
] as const
export type Violation = (typeof violations)[number]

/** The moment of a claim. */
export interface Moment {
  readonly view: ChainView
  /** Of the swap that the claim is about. */
  readonly handed: readonly HandedTransaction[]
  /** All endpoints answer truthfully and at once, so everything on the chain has to be seen. */
  readonly healthy: boolean
  /** Confirmations, its own block included, that "confirmed" means. */
  readonly depth: number
}

export function judgeClaim(claim: Claim, moment: Moment): readonly Violation[] {
  const { handed, view } = moment
  const swaps = handed.filter(({ step }) => step === 'swap')
  const landed = swaps.flatMap(({ hash }) => view.mined.get(hash) ?? [])
  const open = swaps.some((tx) => !isVoid(tx, view))
  return judges[claim]({ ...moment, swaps, landed, open, happened: landed.some(({ success }) => success) })
}

interface Facts extends Moment {
  readonly swaps: readonly HandedTransaction[]
  readonly landed: readonly MinedTransaction[]
  /** Some of the swaps could still be mined, or was mined. */
  readonly open: boolean
  readonly happened: boolean
}

const unless = (isTrue: boolean, violation: Violation): readonly Violation[] => (isTrue ? [] : [violation])

const judges: Readonly<Record<Claim, (facts: Facts) => readonly Violation[]>> = {
  confirmed: ({ landed, view, depth }) =>
    unless(
      landed.some(({ success, block }) => success && view.head - block + 1 >= depth),
      'false confirmed',
    ),
  mined: ({ happened }) => unless(happened, 'false confirmed'),
  accepted: ({ swaps }) => unless(swaps.length > 0, 'false confirmed'),
  reverted: ({ landed, happened }) =>
    unless(
      landed.some(({ success }) => !success),
      happened ? 'lost' : 'false reverted',
    ),
  replaced: ({ swaps, view, happened }) =>
    unless(
      swaps.some((tx) => isReplaced(tx, view)),
      happened ? 'lost' : 'false replaced',
    ),
  'not sent': ({ open, happened }) => (happened ? ['false not sent', 'lost'] : unless(!open, 'false not sent')),
  forgotten: ({ open }) => unless(!open, 'lost'),
  pending: ({ happened, healthy }) => unless(!(happened && healthy), 'lost'),
  nothing: () => [],
}

const isReplaced = ({ hash, nonce }: HandedTransaction, view: ChainView): boolean =>
  view.nonce > nonce && !view.mined.has(hash)

/** Can no longer be mined in time: another transaction has its nonce, or its deadline has passed. */
const isVoid = (tx: HandedTransaction, view: ChainView): boolean =>
  isReplaced(tx, view) || (!view.mined.has(tx.hash) && tx.deadline !== undefined && view.time > tx.deadline)

/** @param allowed how often the user wanted it: once, regardless of reruns */
export function judgeEnd(view: ChainView, allowed: number): readonly Violation[] {
  const paid = [...view.mined.values()].reduce((sum, { feeWei }) => sum + feeWei, 0n)
  return [
    ...(swapsIn(view).length > allowed ? (['double'] as const) : []),
    ...(paid > maxFeesWei ? (['overpaid'] as const) : []),
  ]
}

/** Three transactions at 100 gwei cost 0.06 ETH; a user who pays an ether was misled. */
const maxFeesWei = 10n ** 18n

/** Two nonces for one swap could both be mined. */
export function judgeSignatures(handed: readonly HandedTransaction[]): readonly Violation[] {
  const nonces = new Set(handed.filter(({ step }) => step === 'swap').map(({ nonce }) => nonce))
  return nonces.size > 1 ? ['signed twice'] : []
}
