/** A transaction of a file, before it is signed and before it is sent. */
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { amountLine, percentText } from '#cli/screens/layout/text'
import { formatRows, gasCostText, partyRows, type TermsRow, unverifiedRow } from '#cli/screens/trade/agreement'
import { formatTime } from '#domain/api/plain'
import { gasPriceOf, type RouterCall } from '#domain/payload'
import type { Token } from '#domain/token'
import { isUnlimited } from '#domain/trade/allowances'
import type { Signatory } from '#domain/trade/dialogue'
import type { UnsignedApproval, UnsignedSwap, UnsignedTransaction } from '#domain/trade/offline'
import { checksum, shortAddress } from '#text/checksum'

/** @param call of a swap: what its bytes say */
export function unsignedLines(
  unsigned: UnsignedTransaction,
  { account, call }: { readonly account: Signatory; readonly call: RouterCall | undefined },
  screen: Screen,
): readonly string[] {
  const { network, nonce } = unsigned
  return formatRows(
    [
      ...partyRows(network, account),
      ...(unsigned.step === 'swap' ? swapRows(unsigned, call) : approvalRows(unsigned)),
      { name: 'Gas', lines: [gasText(unsigned)] },
      { name: 'Nonce', lines: [String(nonce)] },
      { name: 'Checked', lines: ['every byte, against these terms'] },
      {
        name: 'Unknown',
        lines: ['without a network: the price, the balance, and the code of the router'],
        isRisk: true,
      },
    ],
    screen,
  )
}

/** The L1 fee as it was reserved where the transaction was built: nothing limits what the chain takes. */
function gasText({ network, payload, l1Fee }: UnsignedTransaction): string {
  const gas = payload.gasLimit * gasPriceOf(payload.fees)
  const most = `at most ${gasCostText(gas + (l1Fee ?? 0n), undefined, network)}`
  return l1Fee === undefined ? most : `${most} with the L1 fee`
}

function swapRows({ payload, trade }: UnsignedSwap, call: RouterCall | undefined): readonly TermsRow[] {
  const { sell, buy, sellAmount, quotedOut, minimumOut, to, deadline } = trade
  const isOwn = to === payload.from
  const { affiliate } = call ?? {}
  return [
    { name: 'Router', lines: [`${shortAddress(payload.to)} (ours)`] },
    { name: 'You pay', lines: [amountLine(sellAmount, sell)] },
    { name: 'You get', lines: [`at least ${amountLine(minimumOut, buy)}`, `quoted ${amountLine(quotedOut, buy)}`] },
    { name: 'To', lines: [isOwn ? 'yourself' : checksum(to)], isRisk: !isOwn },
    ...(affiliate === undefined
      ? []
      : [{ name: 'Affiliate', lines: [checksum(affiliate.address), percentText(affiliate.fee)], isRisk: true }]),
    ...[sell, buy].filter(({ listed }) => !listed).map(unverifiedRow),
    { name: 'Deadline', lines: [formatTime(deadline)] },
  ]
}

const unlimitedText = ({ symbol }: Token): string => `unlimited ${sanitizeSymbol(symbol)}`

const approvedText = ({ amount, token }: UnsignedApproval): string =>
  isUnlimited(amount) ? unlimitedText(token) : amountLine(amount, token)

const approvalRows = ({ token, amount }: UnsignedApproval): readonly TermsRow[] => [
  isUnlimited(amount)
    ? { name: 'Approve', lines: [`${unlimitedText(token)} for our router`], isRisk: true }
    : { name: 'Approve', lines: [`exactly ${amountLine(amount, token)} for our router`] },
  ...(token.listed ? [] : [unverifiedRow(token)]),
]

export const signatureQuestion = (unsigned: UnsignedTransaction): string => {
  if (unsigned.step === 'approve') return `Sign the approval of ${approvedText(unsigned)}?`
  const { sell, buy, sellAmount, minimumOut } = unsigned.trade
  return `Sign the swap of ${amountLine(sellAmount, sell)} for at least ${amountLine(minimumOut, buy)}?`
}

/** What was written, and what comes next. */
export const writtenLines = (
  { unsigned, path, next }: { readonly unsigned: UnsignedTransaction; readonly path: string; readonly next: string },
  screen: Screen,
): readonly string[] => [
  `  ${unsigned.step === 'swap' ? 'Swap' : 'Approval'}      ${describe(unsigned)}`,
  `  File      ${path}`,
  `  Next      ${screen.paint.next(next)}`,
]

const describe = (unsigned: UnsignedTransaction): string =>
  unsigned.step === 'approve'
    ? approvedText(unsigned)
    : `${amountLine(unsigned.trade.sellAmount, unsigned.trade.sell)} → ${sanitizeSymbol(unsigned.trade.buy.symbol)}`
