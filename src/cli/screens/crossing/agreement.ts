/** What is agreed to before a swap to another network is signed. */
import type { Screen } from '#cli/out/screen'
import { failureRows } from '#cli/screens/crossing/quote'
import { amountLine } from '#cli/screens/layout/text'
import {
  approvalRow,
  deadlineText,
  formatRows,
  gasCostText,
  gasRow,
  partyRows,
  type TermsRow,
  unverifiedRow,
} from '#cli/screens/trade/agreement'
import { maxMessageFee } from '#domain/crossing/bridge-cost'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { ClaimAgreement, CrossingTerms } from '#domain/trade/crossing'
import { checksum, shortAddress } from '#text/checksum'

export function crossingTermsLines(
  quote: CrossQuote,
  terms: CrossingTerms & { readonly contact?: string | undefined },
  screen: Screen,
): readonly string[] {
  const { request, sell, buy, bridge } = quote
  const { account, recipient, contact, approval } = terms
  const isOwn = recipient === account.address
  const failures: readonly TermsRow[] = failureRows(quote).flatMap((row) =>
    row.map(([name, value]) => ({ name, lines: [value] })),
  )
  return formatRows(
    [
      ...partyRows(request.network, account),
      { name: 'Contract', lines: [`${shortAddress(quote.crossing)} (ours)`] },
      ...(approval === undefined ? [] : [approvalRow(approval, 'the crossing contract')]),
      { name: 'You pay', lines: [`${amountLine(request.sellAmount, sell)} on ${request.network}`] },
      {
        name: 'You get',
        lines: [
          `at least ${amountLine(quote.minimumOut, buy)} on ${request.toNetwork}`,
          `quoted ${amountLine(quote.amountOut, buy)}`,
        ],
      },
      {
        name: 'To',
        lines: isOwn ? ['yourself'] : [...(contact === undefined ? [] : [contact]), checksum(recipient)],
        isRisk: !isOwn && contact === undefined,
      },
      ...[sell, buy].filter(({ listed }) => !listed).map(unverifiedRow),
      {
        name: 'Bridge',
        lines: [
          `${bridge.title}: it keeps the price of its payment`,
          `deposit of at least ${amountLine(bridge.depositedMin, bridge.asset)}`,
          `quoted ${amountLine(bridge.deposited, bridge.asset)}`,
          ...messageLines(quote),
        ],
      },
      ...failures,
      gasRow(terms, request.network),
      { name: 'Deadline', lines: [deadlineText(terms.deadlineSeconds)] },
      {
        name: 'Checked',
        lines: [
          'the code of our contracts on both networks, your balance, your limits',
          'before it is signed: every byte, and a simulation',
        ],
      },
    ],
    screen,
  )
}

/** What is paid in native currency besides; none for a bridge that sends no message. */
const messageLines = (quote: CrossQuote): readonly string[] =>
  quote.bridge.value === 0n
    ? []
    : [`its message: at most ${gasCostText(maxMessageFee(quote), quote.usd.native, quote.request.network)}`]

export const crossingQuestion = (
  { request, sell, buy, minimumOut }: CrossQuote,
  { approval }: Pick<CrossingTerms, 'approval'>,
): string =>
  `${approval === undefined ? 'Swap' : 'Approve and swap'} ${amountLine(request.sellAmount, sell)} for at least ${amountLine(minimumOut, buy)} on ${request.toNetwork}?`

const actions: Readonly<Record<ClaimAgreement['action'], string>> = {
  retry: 'try the swap again',
  release: 'pay the bridge’s token out as it is',
  complete: 'complete the bridge’s payment',
}

export function claimTermsLines(claim: ClaimAgreement, screen: Screen): readonly string[] {
  const { network, account, contract, action, claim: held } = claim
  return formatRows(
    [
      ...partyRows(network, account),
      { name: 'Contract', lines: [`${shortAddress(contract)} (ours)`] },
      { name: 'Action', lines: [actions[action]] },
      ...(held === undefined
        ? []
        : [
            { name: 'Claim', lines: [`${held.amount} units of`, checksum(held.token)] },
            { name: 'To', lines: [checksum(held.delivery.recipient)] },
          ]),
      gasRow(claim, network),
    ],
    screen,
  )
}

export const claimQuestion = ({ action, network }: ClaimAgreement): string =>
  `Send 1 transaction on ${network} to ${actions[action]}?`
