import type { Trace, TracedCall, TracedValue } from '#domain/debugging/trace'
import { formatDecimal } from '#domain/format-decimal'
import type { Address } from '#domain/units'
import { checksum } from '#text/checksum'

export interface FlatCall {
  readonly depth: number
  readonly call: TracedCall
}

/** The calls in the order in which they began. */
export const flattenCalls = (root: TracedCall | undefined): readonly FlatCall[] => {
  const flat: FlatCall[] = []
  const add = (call: TracedCall, depth: number) => {
    flat.push({ depth, call })
    for (const inner of call.calls) add(inner, depth + 1)
  }
  if (root !== undefined) add(root, 0)
  return flat
}

export function traceView({ transaction, source, root, labels, cut }: Trace) {
  const calls = flattenCalls(root)
  const { reason } = transaction
  const first = calls.find(({ call }) => call.isFirstRevert)
  const labelOf = (address: Address | undefined) => (address === undefined ? null : (labels.get(address) ?? null))
  return {
    hash: transaction.hash,
    stage: transaction.stage,
    ours: transaction.ours,
    source,
    exact: source === 'trace',
    calls: calls.map(({ depth, call }) => ({
      depth,
      kind: call.kind,
      to: call.to === undefined ? null : checksum(call.to),
      label: labelOf(call.to),
      name: call.name,
      args: call.args.map(({ name, value }) => ({ name, value: valueView(value, labels) })),
      result: call.result === undefined ? null : valueView(call.result, labels),
      value: String(call.value),
      gasUsed: String(call.gasUsed),
      failed: call.hasFailed,
      words: call.words ?? null,
      firstRevert: call.isFirstRevert,
    })),
    cut,
    revert:
      reason === undefined
        ? null
        : {
            class: reason.class,
            words: reason.words,
            remedy: [...reason.remedy],
            at:
              first === undefined
                ? null
                : {
                    depth: first.depth,
                    address: first.call.to === undefined ? null : checksum(first.call.to),
                    label: labelOf(first.call.to),
                    name: first.call.name,
                  },
          },
  }
}

function valueView(value: TracedValue, labels: Trace['labels']) {
  switch (value.kind) {
    case 'address': {
      const label = labels.get(value.address)
      return { address: checksum(value.address), ...(label === undefined ? {} : { label }) }
    }
    case 'amount':
      return value.token === undefined
        ? { raw: String(value.raw) }
        : {
            raw: String(value.raw),
            formatted: formatDecimal(value.raw, value.token.decimals),
            symbol: value.token.symbol,
            listed: value.token.listed,
          }
    case 'number':
      return { number: String(value.value) }
    case 'flag':
      return { flag: value.value }
    case 'bytes':
      return { bytes: value.length }
  }
}
