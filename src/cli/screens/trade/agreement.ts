/** What is agreed to before something is signed: one fact a line, readable at 50 columns. */
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { wrapEntry } from '#cli/screens/layout/block'
import {
  allowanceText,
  amountLine,
  groupDigits,
  percentText,
  shortUnitsText,
  unitsText,
  upperUnitsText,
} from '#cli/screens/layout/text'
import { formatTime, formatUsd } from '#domain/api/plain'
import type { Quote } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type {
  ApprovalPlan,
  GasCost,
  OrderAgreement,
  PassedCheck,
  RouterOwner,
  Signatory,
  SwapTerms,
} from '#domain/trade/dialogue'
import type { Address, NetworkName } from '#domain/units'
import { findNetwork } from '#networks/find'
import { checksum, shortAddress } from '#text/checksum'

/** One fact: its name, and its lines, which are broken at spaces where they do not fit. */
export interface TermsRow {
  readonly name: string
  readonly lines: readonly string[]
  readonly isRisk?: boolean
}

const nameWidth = 10

/** An approval and a swap that are signed after one confirmation. */
export function swapTermsLines(
  quote: Quote,
  terms: SwapTerms & { readonly contact?: string | undefined },
  screen: Screen,
): readonly string[] {
  const { request, sell, buy, route, minimumOut, priceImpact } = quote
  const { account, approval, recipient, contact } = terms
  const isOwn = recipient === account.address
  return formatRows(
    [
      ...partyRows(request.network, account),
      routerRow(quote.router, terms.router),
      ...(approval === undefined ? [] : [approvalRow(approval)]),
      ...(terms.byPermit ? [{ name: 'Approve', lines: [permitText(quote)] }] : []),
      { name: 'You pay', lines: [amountLine(request.sellAmount, sell)] },
      {
        name: 'You get',
        lines: [`at least ${amountLine(minimumOut, buy)}`, `quoted ${amountLine(route.amountOut, buy)}`],
      },
      {
        name: 'To',
        lines: isOwn ? ['yourself'] : [...(contact === undefined ? [] : [contact]), checksum(recipient)],
        isRisk: !isOwn && contact === undefined,
      },
      ...[sell, buy].filter(({ listed }) => !listed).map(unverifiedRow),
      { name: 'Impact', lines: [priceImpact === undefined ? 'unknown' : percentText(priceImpact)] },
      gasRow(terms, request.network),
      { name: 'Deadline', lines: [deadlineText(terms.deadlineSeconds)] },
      ...(terms.privately === undefined ? [] : [{ name: 'Sent', lines: [privacyText(terms.privately)] }]),
      { name: 'Checked', lines: checkedTexts(terms) },
    ],
    screen,
  )
}

/** An order for a relayer, and the approval that is signed with it. */
export function orderTermsLines(
  quote: Quote,
  terms: OrderAgreement & { readonly contact?: string | undefined },
  screen: Screen,
): readonly string[] {
  const { request, sell, buy, route, minimumOut, priceImpact, usd } = quote
  const { account, recipient, contact, fee, permit, deadline } = terms
  const isOwn = recipient === account.address
  const dollars = formatUsd(fee, sell.decimals, usd.sell)
  return formatRows(
    [
      ...partyRows(request.network, account),
      routerRow(quote.router, 'ours'),
      ...(permit === undefined ? [] : [orderPermitRow(quote, permit)]),
      { name: 'You pay', lines: [amountLine(request.sellAmount, sell)] },
      {
        name: 'Fee',
        lines: [
          `${amountLine(fee, sell)}${dollars === undefined ? '' : ` ≈ $${groupDigits(Number(dollars).toFixed(2))}`} of it`,
          'for the relayer, who pays the gas',
        ],
      },
      {
        name: 'You get',
        lines: [`at least ${amountLine(minimumOut, buy)}`, `quoted ${amountLine(route.amountOut, buy)}`],
      },
      {
        name: 'To',
        lines: isOwn ? ['yourself'] : [...(contact === undefined ? [] : [contact]), checksum(recipient)],
        isRisk: !isOwn && contact === undefined,
      },
      ...[sell, buy].filter(({ listed }) => !listed).map(unverifiedRow),
      { name: 'Impact', lines: [priceImpact === undefined ? 'unknown' : percentText(priceImpact)] },
      { name: 'Deadline', lines: [`void after ${formatTime(deadline)}`] },
      { name: 'Signed', lines: [permit === undefined ? 'an order' : 'an order and an approval', 'no transaction'] },
    ],
    screen,
  )
}

const orderPermitRow = (quote: Quote, permit: NonNullable<OrderAgreement['permit']>): TermsRow =>
  permit === 'eip-2612'
    ? { name: 'Approve', lines: [permitText(quote)] }
    : {
        name: 'Approve',
        lines: [
          `ANY amount of ${sanitizeSymbol(quote.sell.symbol)} for the router, until revoked:`,
          'its contract has no other permit',
        ],
        isRisk: true,
      }

export const orderQuestion = ({ request, sell, buy, minimumOut }: Quote): string =>
  `Sign an order to swap ${amountLine(request.sellAmount, sell)} for at least ${amountLine(minimumOut, buy)}?`

/** An approval that is signed alone. */
export function approvalTermsLines(
  plan: ApprovalPlan,
  { gas, account }: { readonly gas: GasCost; readonly account: Signatory },
  screen: Screen,
): readonly string[] {
  const { network, symbol, address } = plan.token
  return formatRows(
    [
      ...partyRows(network, account),
      routerRow(plan.spender, plan.router),
      { name: 'Token', lines: [`${sanitizeSymbol(symbol)} ${shortAddress(address)}`] },
      approvalRow(plan),
      gasRow(gas, network),
    ],
    screen,
  )
}

/** `1 transaction` or `2 transactions`. */
const countText = ({ action }: ApprovalPlan): string =>
  action === 'reset+approve' ? '2 transactions' : '1 transaction'

/** The question that the rows lead to. */
export const swapQuestion = ({ request, sell, buy, minimumOut }: Quote, { approval }: SwapTerms): string =>
  `${approval === undefined ? 'Swap' : 'Approve and swap'} ${amountLine(request.sellAmount, sell)} for at least ${amountLine(minimumOut, buy)}?`

export const approvalQuestion = (plan: ApprovalPlan): string =>
  plan.action === 'revoke'
    ? `Send ${countText(plan)} to take back the allowance of ${sanitizeSymbol(plan.token.symbol)}?`
    : `Send ${countText(plan)} to approve ${sanitizeSymbol(plan.token.symbol)}?`

/** Offered after a swap that did not use what was approved for it. */
export const revocationOffer = ({ before, token }: ApprovalPlan, gas: GasCost): string =>
  `The router may still take ${allowanceText(before, token)} ${sanitizeSymbol(token.symbol)}. Take that back now, gas ${gasText(gas, token.network)}?`

/** The enforced limit and the expected cost, on one line. */
export const gasText = ({ maxGasCost, expectedGasCost, nativeUsd }: GasCost, network: NetworkName): string =>
  `≤ ${gasCostText(maxGasCost, nativeUsd, network)}   (now ${gasCostText(expectedGasCost, nativeUsd, network, 'short')})`

export const partyRows = (network: NetworkName, { name, address }: Signatory): readonly TermsRow[] => [
  { name: 'Network', lines: [network] },
  { name: 'Account', lines: [name, checksum(address)] },
]

const routerRow = (address: Address, whose: RouterOwner): TermsRow =>
  whose === 'ours'
    ? { name: 'Router', lines: [`${shortAddress(address)} (ours)`] }
    : { name: 'Router', lines: [checksum(address), '(NOT ours, trusted by --trust-router)'], isRisk: true }

/** @param spender in words */
export function approvalRow(plan: ApprovalPlan, spender = 'the router'): TermsRow {
  const { action, token, before, reserved = 0n, after, needed } = plan
  const symbol = sanitizeSymbol(token.symbol)
  const isMore = after > needed
  const used = reserved === 0n ? [] : [`${unitsText(reserved, token)} of it is for swaps under way`]
  if (action === 'revoke')
    return { name: 'Approve', lines: [`nothing any more, now ${allowanceText(before, token)} ${symbol}`, ...used] }
  return {
    name: 'Approve',
    lines: [
      `${isMore ? '' : 'exactly '}${allowanceText(after, token)} ${symbol} for ${spender}, now ${allowanceText(before, token)}`,
      ...used,
      ...(action === 'reset+approve' ? [`${symbol} refuses a changed allowance, so it is reset to 0 first`] : []),
      `by ${countText(plan)}`,
    ],
    isRisk: isMore,
  }
}

/** Where the swap's bytes go, and when they go elsewhere. */
export const privacyText = ({ endpoint, fallback }: NonNullable<SwapTerms['privately']>): string =>
  fallback === 'never'
    ? `privately to ${endpoint}, never to public nodes`
    : `privately to ${endpoint}, to public nodes after ${fallback === 1 ? '1 block' : `${fallback} blocks`}`

const permitText = ({ request, sell }: Quote): string =>
  `exactly ${amountLine(request.sellAmount, sell)} for the router, by a signature that goes with the swap`

export const unverifiedRow = ({ symbol, address }: Token): TermsRow => ({
  name: 'Token',
  lines: [checksum(address), `${sanitizeSymbol(symbol)} is UNVERIFIED, in no list`],
  isRisk: true,
})

/** The enforced limit, rounded up, then the expected cost. */
export const gasRow = ({ maxGasCost, expectedGasCost, nativeUsd }: GasCost, network: NetworkName): TermsRow => ({
  name: 'Gas',
  lines: [
    `at most ${gasCostText(maxGasCost, nativeUsd, network)}, all together`,
    `now about ${gasCostText(expectedGasCost, nativeUsd, network, 'short')}`,
  ],
})

/** Native currency and dollars; a limit is rounded up. */
export function gasCostText(
  raw: bigint,
  nativeUsd: number | undefined,
  network: NetworkName,
  form: 'limit' | 'short' = 'limit',
): string {
  const coin = findNetwork(network).entry?.native ?? { symbol: 'native', decimals: 18 }
  const dollars = formatUsd(raw, coin.decimals, nativeUsd)
  const coins = form === 'limit' ? upperUnitsText(raw, coin) : shortUnitsText(raw, coin, 3)
  return `${coins} ${coin.symbol}${dollars === undefined ? '' : ` ≈ $${groupDigits(Number(dollars).toFixed(2))}`}`
}

export const deadlineText = (seconds: number | undefined): string =>
  seconds === undefined
    ? 'set by the router that is not ours: not known here'
    : `void at most ${durationText(seconds)} after it is signed`

function durationText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [...(minutes > 0 ? [`${minutes} min`] : []), ...(rest > 0 || minutes === 0 ? [`${rest} s`] : [])].join(' ')
}

const checkTexts: Readonly<Record<PassedCheck, string>> = {
  'router-code': 'the router’s code',
  balance: 'your balance',
  limits: 'your limits',
  market: 'the service’s price against our own',
}

/** What was checked, and what will be: nothing is called checked before it was. */
const checkedTexts = ({ checked, router }: SwapTerms): readonly string[] => [
  checked.map((check) => checkTexts[check]).join(', '),
  router === 'ours'
    ? 'before it is signed: every byte, and a simulation'
    : 'before it is signed: what it moves, by a simulation',
]

export const formatRows = (rows: readonly TermsRow[], screen: Screen): readonly string[] =>
  rows.flatMap(({ name, lines, isRisk }) => {
    const brush = isRisk === true ? screen.paint.warn : plain
    return lines.flatMap((line, i) => formatLine(i === 0 ? name : '', line, { screen, brush }))
  })

const plain = (text: string): string => text

/** A full address that does not fit next to its name gets a line of its own. */
function formatLine(
  name: string,
  line: string,
  { screen, brush }: { readonly screen: Screen; readonly brush: (text: string) => string },
): readonly string[] {
  const isWide = /^0x[0-9a-fA-F]{40}$/.test(line) && 2 + nameWidth + line.length > screen.width
  if (!isWide) return wrapEntry([name, line], { screen, nameWidth, brush })
  return [...(name === '' ? [] : [`  ${name}`]), `    ${brush(line)}`]
}
