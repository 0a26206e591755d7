import { wrapText } from '#cli/out/failure'
import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { amountLine, groupDigits, hashText } from '#cli/screens/layout/text'
import { padEnd } from '#cli/screens/layout/width'
import { formatTime } from '#domain/api/plain'
import { getRemediesNow } from '#domain/failures/revert-reason'
import { formatDecimal } from '#domain/format-decimal'
import { isFiled } from '#domain/journal/filed'
import type { AgreedFacts, Intent, JournalTx, Stage, TxVersion } from '#domain/journal/swap'
import { gasPriceOf } from '#domain/payload'

const goodStages: ReadonlySet<Stage> = new Set(['confirmed'])
const badStages: ReadonlySet<Stage> = new Set(['reverted', 'replaced', 'void', 'declined', 'cancelled'])

/**
 * A trade's progress: its stage, when each stage was recorded, and what is known of its transactions.
 * @param requested the trade in words, for an intent without a signed one
 */
export function statusLines(intent: Intent, screen: Screen, requested?: string): readonly string[] {
  const { paint } = screen
  const id = intent.id.slice(0, 8)
  const head = `  ${id}   ${stageText(intent, screen)}   ${intent.network}   ${whatText(intent, requested)}`
  const rows = intent.timeline.map(({ stage, step, at }) => {
    const named = step === undefined || step === 'swap' ? stage : `${step} ${stage}`
    return `  ${formatTime(at).slice(11, 19)} ${padEnd(named, 18)}`.trimEnd()
  })
  const details = intent.transactions.flatMap((tx) => txLines(tx, screen))
  const nothing = intent.transactions.length === 0 ? unsignedLines(intent, screen) : []
  const open = intent.transactions.some(({ conclusion }) => !conclusion.isFinal)
  const next = open ? [`  Next  ${paint.next(`swapline status ${id} --watch`)}`] : []
  return [head, ...rows, ...details, ...nothing, ...next]
}

/** Without a transaction here: of a file, another machine may have one. */
function unsignedLines(intent: Intent, { width, paint }: Screen): readonly string[] {
  if (!isFiled(intent)) return ['  Nothing was signed or sent for it.']
  const known =
    'Its transaction is in a file. It may have been signed and sent from anywhere, which this machine does not see.'
  return [
    ...wrapText(known, width - 2).map((line) => `  ${line}`),
    `  Next  ${paint.next('swapline tx send <the signed file>')}`,
  ]
}

/** One transaction: its hash, what the evidence says, and why it reverted with remedies. */
function txLines(
  { step, hash, nonce, mined, conclusion, versions }: JournalTx,
  { width, paint }: Screen,
): readonly string[] {
  const { known, receipt, isFinal } = conclusion
  const remedies = receipt?.reason === undefined ? [] : getRemediesNow(receipt.reason, { isFinal, reference: hash })
  const gas = mined === undefined ? '' : ` · ${gasUsedText(mined)}`
  const wrapped = (text: string) => wrapText(sanitize(text, 1_000), width - 4).map((line) => `    ${line}`)
  return [
    `  ${step} · nonce ${nonce}${gas}`,
    ...(versions.length === 1
      ? [`    ${hashText(hash, width - 4)}`]
      : versions.flatMap((one, i) => versionLines(one, i + 1))),
    ...wrapped(known),
    ...remedies.map((line) => `    → ${paint.next(sanitize(line, 400))}`),
  ]
}

/** What endpoints tell differently is unknown. */
export const gasUsedText = ({ gasUsed }: AgreedFacts): string =>
  `gas used ${gasUsed === undefined ? 'unknown' : groupDigits(String(gasUsed))}`

/** Each version of a step that was replaced: one of them at most is mined. */
const versionLines = ({ kind, hash, payload }: TxVersion, number: number): readonly string[] => [
  `    version ${number} · ${kind} · fee ${groupDigits(formatDecimal(gasPriceOf(payload.fees), 9))} gwei`,
  `    ${hash}`,
]

function stageText({ stage }: Intent, { paint }: Screen): string {
  const word = stage.toUpperCase()
  if (goodStages.has(stage)) return paint.good(word)
  return badStages.has(stage) ? paint.bad(word) : paint.warn(word)
}

function whatText({ trade, kind }: Intent, requested: string = kind): string {
  if (trade === undefined) return requested
  const got = trade.bought ?? trade.minimumOut
  const sign = trade.bought === undefined ? '≥ ' : ''
  return `${amountLine(trade.sellAmount, trade.sell)} → ${sign}${amountLine(got, trade.buy)}`
}
