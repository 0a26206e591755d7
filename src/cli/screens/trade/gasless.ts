/** The end of a gasless swap. */
import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { amountLine, differenceText, hashText } from '#cli/screens/layout/text'
import type { GaslessOutcome } from '#domain/trade/trader'

export function gaslessLines({ quote, record, seen }: GaslessOutcome, { paint, width }: Screen): readonly string[] {
  const { route, minimumOut, buy } = quote
  const id = sanitize(record.id.slice(0, 8))
  if (seen.received === undefined)
    return [
      `  Order ${id}  ${record.status}, the service says ${record.substatus}`,
      `  ${nonceText(seen)}`,
      ...hashLines(record, seen, width),
    ]
  return [
    `${paint.good('✔')} Received ${amountLine(seen.received, buy)}, without gas of yours`,
    `  ${differenceText(seen.received, route.amountOut)} vs quote, ${differenceText(seen.received, minimumOut)} over your minimum`,
    ...(seen.isFinal ? [] : ['  Not final yet: a reorganization of the chain could still undo it']),
    ...hashLines(record, seen, width),
  ]
}

/** The fill's own, or that of what used the nonce instead, which the endpoints show; before that the service's word, as such. */
function hashLines(
  { transactionHash }: GaslessOutcome['record'],
  { hash, usedBy }: GaslessOutcome['seen'],
  width: number,
): readonly string[] {
  const own = hash ?? usedBy
  if (own !== undefined) return [`  ${hashText(own, width - 2)}`]
  return transactionHash === undefined ? [] : [`  The service names ${hashText(transactionHash, width - 20)}`]
}

/** Of an order whose nonce is used by nothing that is found. */
export const unknownUse = 'you cancelled it, or its fill cannot be traced; compare your balances'

function nonceText({ isFilled, canExecute, hasUnknownUse, usedBy }: GaslessOutcome['seen']): string {
  if (usedBy !== undefined) return 'Another transaction used its nonce: it was not executed, and cannot be'
  if (hasUnknownUse) return `Its nonce is used, and no fill is shown: ${unknownUse}`
  if (isFilled === undefined) return 'Your endpoints contradict each other about its nonce'
  if (isFilled && canExecute) return 'Its nonce is used, but by nothing that is deep enough yet'
  return isFilled
    ? 'It was executed; your endpoints do not show the amount'
    : 'Its nonce is free: it was not executed yet'
}
