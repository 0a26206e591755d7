import { checksum } from '#cli/checksum'
import type { Screen } from '#cli/out/screen'
import { safe } from '#cli/safe-text'
import { block, type Entry, wrappedEntry } from '#cli/screens/block'
import { amountLine, grouped } from '#cli/screens/text'
import { isoTime } from '#domain/api/plain'
import type { Network } from '#domain/network'
import type { ReadPayload } from '#domain/payload'
import type { RevertReason } from '#domain/revert-reason'
import type { RouterTransaction } from '#domain/router-transaction'
import type { Token } from '#domain/token'
import { type Address, nativeToken } from '#domain/units'

/** Columns of the names. */
const nameWidth = 10

/** A transaction as its chain tells it: what it is, how far it came and, where it reverted, why and what to do. */
export function transactionLines(
  transaction: RouterTransaction,
  { native }: Pick<Network, 'native'>,
  screen: Screen,
): readonly string[] {
  const { hash, from, to, network, mined, depth, reason, stage, gasLimit } = transaction
  const rows: Entry[] = [
    ['Hash', hash],
    ['From', checksum(from)],
    ['To', to === undefined ? 'none: it makes a contract' : checksum(to)],
    ...requestRows(transaction),
  ]
  if (mined !== undefined) {
    const blocks = depth === 1 ? '1 block stands' : `${grouped(String(depth))} blocks stand`
    const fee = amountLine(mined.feePaid, native)
    rows.push(
      ['Block', `${grouped(String(mined.block))}   ${blocks} on it, its own counted`],
      ['Gas', `${grouped(String(mined.gasUsed))} of ${grouped(String(gasLimit))}   ${fee}`],
    )
  }
  return [
    `  ${stageText(transaction, screen)}   ${network}   ${kindText(transaction)}`,
    ...block(
      rows.map((row) => [row]),
      nameWidth,
    ),
    ...(reason === undefined ? [] : revertReasonLines(reason, screen)),
    ...(stage === 'submitted' || stage === 'mined'
      ? wrappedEntry(['Next', 'the same command with --watch waits for the end'], { screen, nameWidth })
      : []),
  ]
}

/** Why a transaction reverted and what to do; the words may quote a contract, so they are sanitised here. */
export function revertReasonLines({ class: name, words, remedy }: RevertReason, screen: Screen): readonly string[] {
  return [
    ...wrappedEntry(['Why', `${safe(words, 1_000)} (${name})`], { screen, nameWidth }),
    ...remedy.flatMap((one, i) =>
      wrappedEntry([i === 0 ? 'Remedy' : '', safe(one, 400)], { screen, nameWidth, brush: screen.paint.next }),
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

function requestRows({ read, tokens, bought }: RouterTransaction): readonly Entry[] {
  if (read === undefined) return []
  if (read.entry === 'cancel') return [['Ends', `the orders with nonce ${read.nonces.join(', ')}`]]
  const { call } = read
  return [
    ...sellerRow(read),
    ['Sells', amountText(call.amountIn, call.tokenIn, tokens?.sell)],
    ['At least', amountText(call.minimumOut, call.tokenOut, tokens?.buy)],
    ...(bought === undefined ? [] : [['Received', amountText(bought, call.tokenOut, tokens?.buy)] as const]),
    ['Receiver', checksum(call.recipient)],
    ['Until', isoTime(call.deadline)],
  ]
}

const sellerRow = (read: Exclude<ReadPayload, { entry: 'cancel' }>): readonly Entry[] =>
  read.entry === 'order' ? [['Order of', `${checksum(read.order.sender)}  nonce ${read.order.nonce}`]] : []

/** A symbol that stands in no list says nothing: the address goes with it. */
function amountText(raw: bigint, address: Address, token: Token | undefined): string {
  if (token === undefined) return `${grouped(String(raw))} raw of ${checksum(address)}`
  const named = amountLine(raw, token)
  return token.listed || address === nativeToken ? named : `${named}  UNVERIFIED ${checksum(address)}`
}
