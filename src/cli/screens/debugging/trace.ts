import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { fitLine } from '#cli/screens/layout/fit'
import { amountLine, groupDigits } from '#cli/screens/layout/text'
import { revertReasonLines, transactionLines } from '#cli/screens/trade/transaction'
import { type FlatCall, flattenCalls } from '#cli/views/debugging/trace'
import { type Trace, type TracedValue, unlistedMark } from '#domain/debugging/trace'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import type { Address } from '#domain/units'
import { shortAddress } from '#text/checksum'

/** Deeper calls are indented no further. */
const maxIndent = 12

/** What a transaction did, call by call, and where its revert began. */
export function traceLines(trace: Trace, network: Pick<Network, 'native'>, screen: Screen): readonly string[] {
  const { transaction, root, cut } = trace
  const { reason: _, ...told } = transaction
  const calls = flattenCalls(root)
  return [
    ...transactionLines({ ...told, reason: undefined }, network, screen),
    '',
    ...sourceLines(trace, screen),
    ...calls.flatMap((one) => callLines(one, { trace, network, screen })),
    ...(cut > 0 ? ['  … the rest of a very long trace is left out'] : []),
    ...placeLines(calls, trace, screen),
    ...(transaction.reason === undefined ? [] : revertReasonLines(transaction.reason, screen)),
  ]
}

function sourceLines({ source, transaction }: Trace, { paint }: Screen): readonly string[] {
  if (source === 'trace') return [`  ${paint.bold('Calls')}`]
  if (source === 'replayed')
    return [
      `  ${paint.bold('Calls')}, ${paint.warn('approximate')}: no node here traces, so it ran again on the block before`,
    ]
  const block = transaction.mined === undefined ? '' : ` of block ${transaction.mined.block - 1}`
  return [
    paint.warn('  No calls: no node here traces, and none has the state.'),
    `  An archive node that traces can tell${block}: --rpc-url <archive node>`,
  ]
}

interface CallContext {
  readonly trace: Trace
  readonly network: Pick<Network, 'native'>
  readonly screen: Screen
}

function callLines({ depth, call }: FlatCall, { trace, network, screen }: CallContext): readonly string[] {
  const { paint } = screen
  const { name, args, result, value, gasUsed, hasFailed, words, isFirstRevert, kind, to } = call
  const indent = '  '.repeat(Math.min(depth, maxIndent) + 1)
  const told = args.map((one) => `${one.name} ${valueText(one.value, trace)}`.trim()).join(', ')
  const paid = value > 0n ? ` with ${amountLine(value, network.native)}` : ''
  const gave = result === undefined ? '' : ` → ${valueText(result, trace)}`
  const gas = gasUsed > 0n ? paint.dim(`  ${groupDigits(String(gasUsed))} gas`) : ''
  const how = kind === 'DELEGATECALL' ? ' (delegated)' : ''
  const mark = hasFailed ? paint.bad('✖') : paint.good('·')
  const line = `${indent}${mark} ${nameOf(to, trace)}.${sanitize(name, 40)}(${told})${how}${paid}${gave}${gas}`
  const why = words === undefined ? '' : sanitize(words, 300)
  return [
    ...fitLine(line, screen.width),
    ...(isFirstRevert ? fitLine(`${indent}  ${paint.bad(`↑ the revert began here: ${why}`)}`, screen.width) : []),
  ]
}

function placeLines(calls: readonly FlatCall[], trace: Trace, { paint }: Screen): readonly string[] {
  const first = calls.find(({ call }) => call.isFirstRevert)
  if (first === undefined) return []
  const { to, name } = first.call
  return ['', `  ${paint.bold('Where')}     ${nameOf(to, trace)}.${sanitize(name, 40)}, ${first.depth} deep`]
}

const nameOf = (address: Address | undefined, { labels }: Trace): string => {
  if (address === undefined) return 'new'
  const label = labels.get(address)
  if (label === undefined) return shortAddress(address)
  const isClaimed = label === 'pool' || label.startsWith(unlistedMark)
  return isClaimed ? `${sanitize(label, 40)} ${shortAddress(address)}` : sanitize(label, 40)
}

function valueText(value: TracedValue, trace: Trace): string {
  switch (value.kind) {
    case 'address':
      return nameOf(value.address, trace)
    case 'amount':
      return value.token === undefined ? String(value.raw) : amountText(value.raw, value.token)
    case 'number':
      return value.value > 10n ** 24n ? value.value.toString(16).replace(/^/, '0x') : String(value.value)
    case 'flag':
      return String(value.value)
    case 'bytes':
      return `${value.length} bytes`
  }
}

function amountText(raw: bigint, token: Token): string {
  const symbol = token.listed ? token.symbol : `${unlistedMark}${token.symbol}`
  return raw >= 1n << 255n ? `unlimited ${sanitizeSymbol(symbol)}` : amountLine(raw, { ...token, symbol })
}
