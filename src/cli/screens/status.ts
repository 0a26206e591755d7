import type { Screen } from '#cli/out/screen'
import { amountLine, grouped } from '#cli/screens/text'
import { padEnd } from '#cli/screens/width'
import { isoTime } from '#domain/api/plain'
import { finalStages, type Intent, type JournalTx } from '#domain/swap'

/** A trade's life: where it is, and when each step of it was seen. */
export function statusLines(intent: Intent, screen: Screen): readonly string[] {
  const { paint } = screen
  const id = intent.id.slice(0, 8)
  const head = `  ${id}   ${stageText(intent, screen)}   ${intent.network}   ${whatText(intent)}`
  const rows = intent.timeline.map(({ stage, step, at, hash }) => {
    const named = step === undefined || step === 'swap' ? stage : `${step} ${stage}`
    const tx = intent.transactions.find((one) => one.hash === hash)
    return `  ${isoTime(at).slice(11, 19)} ${padEnd(named, 18)}${hash ?? ''}${detail(stage, tx)}`.trimEnd()
  })
  const open = !finalStages.has(intent.stage) && intent.transactions.length > 0
  const nothing = intent.transactions.length === 0 ? ['  Nothing was signed or sent for it.'] : []
  return [head, ...rows, ...nothing, ...(open ? [`  Next  ${paint.next(`swapline status ${id} --watch`)}`] : [])]
}

function stageText({ stage }: Intent, { paint }: Screen): string {
  const word = stage.toUpperCase()
  if (stage === 'confirmed') return paint.good(word)
  return finalStages.has(stage) ? paint.bad(word) : paint.warn(word)
}

function whatText({ trade, kind }: Intent): string {
  if (trade === undefined) return kind
  const got = trade.bought ?? trade.minimumOut
  const sign = trade.bought === undefined ? '≥ ' : ''
  return `${amountLine(trade.sellAmount, trade.sell)} → ${sign}${amountLine(got, trade.buy)}`
}

function detail(stage: JournalTx['stage'], tx: JournalTx | undefined): string {
  if (stage === 'signed' && tx !== undefined) return `  nonce ${tx.nonce}`
  if (stage !== 'mined' || tx?.mined === undefined) return ''
  return `  block ${grouped(String(tx.mined.block))} · gas ${grouped(String(tx.mined.gasUsed))}`
}
