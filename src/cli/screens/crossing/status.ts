import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { amountLine, differenceText, hashText } from '#cli/screens/layout/text'
import { formatTime } from '#domain/api/plain'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { CrossOutcome } from '#domain/trade/crossing'
import type { Address, Seconds } from '#domain/units'
import { checksum, shortAddress } from '#text/checksum'

/** The end of `swap` to another network. */
export function crossLines({ intent, tracked }: CrossOutcome, screen: Screen): readonly string[] {
  const id = intent.id.slice(0, 8)
  const { paint } = screen
  if (tracked === undefined) {
    const tx = transactionOf(intent, 'cross')
    return [
      `  Crossing ${id}  ${intent.stage}`,
      ...(tx === undefined ? [] : [`  ${hashText(tx.hash, screen.width - 2)}`]),
      `  Next  ${paint.next(`swapline status ${id}`)}`,
    ]
  }
  return [
    ...trackedLines(tracked, screen, intent),
    `  Crossing ${id}  follow it with: ${paint.next(`swapline status ${id}`)}`,
  ]
}

const words: Readonly<Record<TrackedCrossing['state']['state'], string>> = {
  pending: 'not mined on its source network yet',
  error: 'reverted on its source network: nothing was deposited',
  bridging: 'deposited; not paid on the other network yet',
  success: 'paid and delivered',
  partial: 'paid, but the swap there failed',
  expired: 'not paid in time: the bridge owes the refund',
  refunded: 'refunded on its source network',
}

/** Where a crossing is, with both networks, and what can be done. */
export function trackedLines(tracked: TrackedCrossing, screen: Screen, intent?: Intent): readonly string[] {
  const { state, target, network, hash, received } = tracked
  const trade = intent?.trade
  const { paint } = screen
  const mark = state.state === 'success' ? paint.good('✔') : paint.warn('!')
  const bought =
    received?.amount !== undefined && trade !== undefined && received.token === trade.buy.address
      ? [
          `${mark} Received ${amountLine(received.amount, trade.buy)} on ${target?.network}`,
          `  ${differenceText(received.amount, trade.quotedOut)} vs quote, ${differenceText(received.amount, trade.minimumOut)} over your minimum`,
        ]
      : [`${mark} The crossing is ${stateText(tracked)}`]
  return [
    ...bought,
    ...formatBlock(
      [
        [[network, hash]],
        ...(target !== undefined && 'payment' in state ? [[[target.network, state.payment] as const]] : []),
        ...detailRows(tracked),
      ],
      Math.max(network.length, target?.network.length ?? 0) + 2,
      screen,
    ),
    ...tracked.recoveries.map(
      ({ action, by, until }) =>
        `  Next  ${paint.next(`swapline status ${intent?.id.slice(0, 8) ?? hash}${intent === undefined ? ` -n ${network}` : ''} --${action}`)}${limits(by, until)}`,
    ),
  ]
}

/** What one endpoint shows is no end yet. */
const stateText = ({ state, unsettled }: TrackedCrossing): string =>
  unsettled === undefined ? words[state.state] : `not settled: ${words[unsettled.state]}, but ${unsettled.reason}`

const limits = (by: Address | undefined, until: Seconds | undefined): string =>
  `${by === undefined ? '' : `  by ${shortAddress(by)}`}${until === undefined ? '' : `  until ${formatTime(until)}`}`

const refundText = ({ refundTo, deadline }: Deposit): string =>
  refundTo === undefined || deadline === undefined
    ? 'never refunded: it is paid once anyone completes it'
    : `refunded to ${checksum(refundTo)} if unpaid by ${formatTime(deadline)}`

type Deposit = Extract<TrackedCrossing['state'], { readonly deposit: unknown }>['deposit']

function detailRows({ state }: TrackedCrossing): readonly (readonly (readonly [string, string])[])[] {
  if (state.state === 'partial')
    return [
      [['', `claim of ${state.claim.amount} units of ${checksum(state.claim.token)}`]],
      [
        [
          '',
          state.isOpen
            ? `open, for ${checksum(state.claim.delivery.recipient)}`
            : 'closed: it was released, or that is not final yet',
        ],
      ],
    ]
  if (state.state === 'expired' || state.state === 'bridging')
    return [
      [['', `deposit of ${state.deposit.amount} units of ${checksum(state.deposit.asset)}`]],
      [['', refundText(state.deposit)]],
      ...('completion' in state && state.completion?.isLapsed
        ? [[['', 'the signature for it has expired: --complete has it signed again'] as const]]
        : []),
    ]
  return []
}
