/** What a trade has just done, on stderr while it works. */
import { wrapText } from '#cli/out/failure'
import type { Screen } from '#cli/out/screen'
import { amountLine, hashText } from '#cli/screens/layout/text'
import { padEnd } from '#cli/screens/layout/width'
import { gasUsedText } from '#cli/screens/trade/status'
import { findFallbackBlock, isPublished, type PrivateSending } from '#domain/journal/private-sending'
import { type Intent, type JournalTx, newestVersion, type Step } from '#domain/journal/swap'
import type { Progress } from '#domain/trade/dialogue'

const stepNames: Readonly<Record<Step, string>> = {
  swap: 'Swap',
  approve: 'Approval',
  reset: 'Allowance reset to 0',
  revoke: 'Revocation',
  deploy: 'Deployment',
  wrap: 'Wrap',
  cross: 'Crossing',
  claim: 'Claim',
}

/** The lines of an event; `undefined` if it has none. */
export function progressLines(progress: Progress): ((screen: Screen) => readonly string[]) | undefined {
  switch (progress.what) {
    case 'quoted': {
      const { quote, again } = progress
      return again
        ? (screen) => noteLines('good', 'Quoted again', amountLine(quote.route.amountOut, quote.buy), screen)
        : undefined
    }
    case 'signed':
      return signedLines(progress.intent)
    case 'sent':
      return sentLines(progress.intent)
    case 'mined':
      return minedLines(progress.intent)
    case 'reorganized':
      return (screen) => noteLines('warn', 'Reorganized', 'the chain removed its block; still following it', screen)
    case 'not-bumped':
      return (screen) => noteLines('warn', 'Not sped up', progress.why, screen)
    case 'not-resent':
      return (screen) => noteLines('warn', 'Not sent again', unknownEndpointText(progress), screen)
    case 'nonce-gap':
      return (screen) => noteLines('warn', 'A gap of nonces', gapText(progress), screen)
    case 'resumed':
      return (screen) => [
        '  This was signed before, nothing is signed again. Following',
        `  ${hashText(lastTransaction(progress.intent)?.hash ?? '', screen.width - 2)}`,
      ]
    default:
      return undefined
  }
}

const lastTransaction = (intent: Intent): JournalTx | undefined => intent.transactions.at(-1)

const marks = { good: '✔', warn: '!', unknown: '?', bad: '✖' } as const

/** `✔ Signed            nonce 5`: a mark, what happened, the rest where it fits. */
function noteLines(mark: keyof typeof marks, what: string, rest: string, { paint, width }: Screen): readonly string[] {
  const brush = mark === 'good' ? paint.good : mark === 'bad' ? paint.bad : paint.warn
  const indent = 20
  return wrapText(rest, Math.max(28, width - indent)).map((line, i) =>
    i === 0 ? `${brush(marks[mark])} ${padEnd(what, 16)}  ${line}` : `${' '.repeat(indent)}${line}`,
  )
}

const unknownEndpointText = ({ endpoint, intent }: { readonly endpoint: string; readonly intent: Intent }): string =>
  `the URL of ${endpoint} is not set any more; set networks.${intent.network}.privateRpc to it`

const gapText = ({ nonce, next }: { readonly nonce: number; readonly next: number }): string =>
  `nonce ${nonce} waits until nonce ${next} and those between are used`

const signedLines =
  (intent: Intent) =>
  (screen: Screen): readonly string[] => {
    const { nonce, versions } = lastTransaction(intent) ?? {}
    const version = (versions?.length ?? 1) > 1 ? ` · version ${versions?.length}` : ''
    return noteLines('good', 'Signed', `nonce ${nonce}${version} · saved to journal before sending`, screen)
  }

const sentLines =
  (intent: Intent) =>
  (screen: Screen): readonly string[] => {
    const tx = lastTransaction(intent)
    if (tx?.conclusion.stage !== 'submitted' || tx.hash !== newestVersion(tx).hash)
      return noteLines('unknown', 'Not accepted', tx?.conclusion.known ?? '', screen)
    const hash = `  ${hashText(tx.hash, screen.width - 2)}`
    const { sending } = newestVersion(tx)
    if (sending !== undefined && !isPublished(tx.observations))
      return [...noteLines('good', 'Sent privately', sentPrivatelyText(sending), screen), hash]
    const [first = ''] = noteLines('good', 'Accepted by node', '', screen)
    return [first.trimEnd(), hash]
  }

function sentPrivatelyText(sending: PrivateSending): string {
  const block = findFallbackBlock(sending)
  const next = block === undefined ? 'never sent to public nodes' : `sent to public nodes from block ${block} on`
  return `to ${sending.endpoint} · ${next}`
}

const minedLines =
  (intent: Intent) =>
  (screen: Screen): readonly string[] => {
    const tx = lastTransaction(intent)
    const { mined, conclusion } = tx ?? {}
    const reached = conclusion?.depth === 0 ? ' · no second endpoint has reached it yet' : ''
    const final = conclusion?.isFinal === false ? ` · final after ${conclusion.finalDepth} blocks` : ''
    const gas = mined === undefined ? '' : ` · ${gasUsedText(mined)}`
    const hasReverted = conclusion?.stage === 'reverted'
    return noteLines(
      hasReverted ? 'bad' : 'good',
      stepNames[tx?.step ?? 'swap'],
      `${hasReverted ? 'reverted' : 'mined'} in block ${mined?.block}${reached}${gas}${final}`,
      screen,
    )
  }
