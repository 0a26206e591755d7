import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { type BlockEntry, formatBlock, wrapEntry } from '#cli/screens/layout/block'
import { amountLine, groupDigits, hashText } from '#cli/screens/layout/text'
import { formatTime } from '#domain/api/plain'
import type { RevertReason } from '#domain/failures/revert-reason'
import type { Network } from '#domain/network'
import type { DecodedPayload } from '#domain/payload'
import type { Token } from '#domain/token'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { type Address, nativeToken } from '#domain/units'
import { checksum } from '#text/checksum'

/** Columns of the names. */
const nameWidth = 10

const unagreedFee = 'endpoints tell different fees'

/** A transaction read from its chain: what it is, its progress and, if it reverted, why and what to do. */
export function transactionLines(
  transaction: RouterTransaction,
  { native }: Pick<Network, 'native'>,
  screen: Screen,
): readonly string[] {
  const { hash, from, to, network, mined, depth, reason, stage, gasLimit } = transaction
  const rows: BlockEntry[] = [
    ['Hash', hashText(hash, screen.width - nameWidth - 2)],
    ['From', checksum(from)],
    ['To', to === undefined ? 'none: it creates a contract' : checksum(to)],
    ...requestRows(transaction),
  ]
  if (mined !== undefined) {
    const blocks = depth === 1 ? '1 confirmation' : `${groupDigits(String(depth))} confirmations`
    const used = mined.gasUsed === undefined ? 'an unknown part' : groupDigits(String(mined.gasUsed))
    const fee = mined.feePaid === undefined ? unagreedFee : amountLine(mined.feePaid, native)
    rows.push(
      ['Block', `${groupDigits(String(mined.block))}   ${blocks}, its own block included`],
      ['Gas', `${used} of ${groupDigits(String(gasLimit))}   ${fee}`],
    )
  }
  return [
    `  ${stageText(transaction, screen)}   ${network}   ${kindText(transaction)}`,
    ...formatBlock(
      rows.map((row) => [row]),
      nameWidth,
      screen,
    ),
    ...(reason === undefined ? [] : revertReasonLines(reason, screen)),
    ...(stage === 'submitted' || stage === 'mined'
      ? wrapEntry(['Next', 'the same command with --watch waits for the end'], { screen, nameWidth })
      : []),
  ]
}

/** Why a transaction reverted and what to do; the words may quote a contract, so they are sanitized here. */
export function revertReasonLines({ class: name, words, remedy }: RevertReason, screen: Screen): readonly string[] {
  return [
    ...wrapEntry(['Why', `${sanitize(words, 1_000)} (${name})`], { screen, nameWidth }),
    ...remedy.flatMap((one, i) =>
      wrapEntry([i === 0 ? 'Remedy' : '', sanitize(one, 400)], { screen, nameWidth, brush: screen.paint.next }),
    ),
  ]
}

function stageText({ stage }: RouterTransaction, { paint }: Screen): string {
  if (stage === 'confirmed') return paint.good('CONFIRMED')
  return stage === 'reverted' ? paint.bad('REVERTED') : paint.warn(stage.toUpperCase())
}

function kindText({ ours, read }: RouterTransaction): string {
  if (!ours) return 'not a transaction to our router'
  if (read === undefined) return 'to our router, with bytes that swapline would not write'
  const kinds = { swap: 'a swap by our router', order: 'an order filled by our router', cancel: 'a cancelled order' }
  return kinds[read.entry]
}

function requestRows({ read, tokens, bought }: RouterTransaction): readonly BlockEntry[] {
  if (read === undefined) return []
  if (read.entry === 'cancel') return [['Ends', `the orders with nonce ${read.nonces.join(', ')}`]]
  const { call } = read
  return [
    ...sellerRow(read),
    ['Sells', amountText(call.amountIn, call.tokenIn, tokens?.sell)],
    ['At least', amountText(call.minimumOut, call.tokenOut, tokens?.buy)],
    ...(bought === undefined ? [] : [['Received', amountText(bought, call.tokenOut, tokens?.buy)] as const]),
    ['Receiver', checksum(call.recipient)],
    ['Until', formatTime(call.deadline)],
  ]
}

const sellerRow = (read: Exclude<DecodedPayload, { entry: 'cancel' }>): readonly BlockEntry[] =>
  read.entry === 'order' ? [['Order of', `${checksum(read.order.sender)}  nonce ${read.order.nonce}`]] : []

/** An unlisted symbol proves nothing, so the address is shown with it. */
function amountText(raw: bigint, address: Address, token: Token | undefined): string {
  if (token === undefined) return `${groupDigits(String(raw))} raw of ${checksum(address)}`
  const named = amountLine(raw, token)
  return token.listed || address === nativeToken ? named : `${named}  UNVERIFIED ${checksum(address)}`
}
