import type { CallFrame, TracedArgument, TracedCall, TracedValue } from '#domain/debugging/trace'
import type { Token } from '#domain/token'
import { type Address, type Hex, wei } from '#domain/units'
import { type CallSignature, findCallSignature } from '#encoding/call-signatures'
import { classifyRevert } from '#encoding/revert/classify'
import { decodeAddress } from '#encoding/words'

interface FrameContext {
  readonly tokenAt: (address: Address) => Token | undefined
  /** The call in which the revert began. */
  readonly first: CallFrame | undefined
}

/** Hex characters of a selector with its prefix, and of a word. */
const [selectorLength, wordLength] = [10, 64]

/** A call with names and values, as far as its selector is known. */
export function decodeFrame(context: FrameContext, frame: CallFrame): TracedCall {
  const signature = findCallSignature(frame.input)
  const { kind, from, value, gasUsed, error } = frame
  // Delegated code works on behalf of the contract that it is called from.
  const to = kind === 'DELEGATECALL' ? from : frame.to
  const token = to === undefined ? undefined : context.tokenAt(to)
  return {
    kind,
    from,
    to,
    value: kind === 'DELEGATECALL' ? wei(0n) : value, // tracers repeat that of the call it belongs to
    gasUsed,
    name: signature?.name ?? nameOf(frame),
    args: signature === undefined ? [] : nameAmounts(context, decodeArguments(signature, frame.input, token)),
    result: error === undefined && signature !== undefined ? decodeResult(signature, frame.output, token) : undefined,
    hasFailed: error !== undefined,
    words: error === undefined ? undefined : classifyRevert(frame.output, error).words,
    isFirstRevert: frame === context.first,
    calls: frame.calls.map((inner) => decodeFrame(context, inner)),
  }
}

/** The argument that names the token of an amount. */
const tokenOfAmount: Readonly<Record<string, string>> = { amountIn: 'tokenIn', minOut: 'tokenOut', amount: 'token' }

/** Amounts next to their token's address are in that token. */
const nameAmounts = ({ tokenAt }: FrameContext, args: readonly TracedArgument[]): readonly TracedArgument[] =>
  args.map(({ name, value }) => {
    const named = args.find((one) => one.name === tokenOfAmount[name])?.value
    if (value.kind !== 'number' || named?.kind !== 'address') return { name, value }
    return { name, value: { kind: 'amount', raw: value.value, token: tokenAt(named.address) } }
  })

function nameOf({ input, kind }: CallFrame): string {
  if (kind.startsWith('CREATE')) return 'creates a contract'
  return input.length < selectorLength ? 'pays' : input.slice(0, selectorLength)
}

/** Up to the first argument of no fixed size. */
function decodeArguments(
  { inputs, isTokenCall }: CallSignature,
  input: Hex,
  token: Token | undefined,
): readonly TracedArgument[] {
  const args: TracedArgument[] = []
  for (const [i, { type, name }] of inputs.entries()) {
    const isFixed = /^(?:address|bool|u?int\d+|bytes\d+)$/.test(type)
    const at = selectorLength + i * wordLength
    const word = input.slice(at, at + wordLength)
    if (!isFixed || word.length < wordLength) {
      args.push({ name, value: { kind: 'bytes', length: Math.max(0, (input.length - at) / 2) } })
      return args
    }
    args.push({ name, value: decodeValue(type, word, isTokenCall && name === 'amount' ? { token } : undefined) })
  }
  return args
}

function decodeResult({ output, isTokenCall }: CallSignature, data: Hex, token: Token | undefined) {
  const word = data.slice(2, 2 + wordLength)
  if (output === undefined || word.length < wordLength) return undefined
  return decodeValue(output, word, isTokenCall && output === 'amount' ? { token } : undefined)
}

function decodeValue(
  type: string,
  word: string,
  amount: { readonly token: Token | undefined } | undefined,
): TracedValue {
  const value = BigInt(`0x${word}`)
  if (amount !== undefined) return { kind: 'amount', raw: value, token: amount.token }
  if (type === 'bool') return { kind: 'flag', value: value !== 0n }
  const address = type === 'address' ? decodeAddress(value) : undefined
  if (address !== undefined) return { kind: 'address', address }
  if (type.startsWith('bytes')) return { kind: 'bytes', length: 32 }
  return { kind: 'number', value: type.startsWith('int') ? BigInt.asIntN(256, value) : value }
}

/**
 * The call in which the revert of a failed one began: from the outermost on into the last call that failed, as long as
 * it ended its caller or its caller passed on its data. A failure that the caller handled is none.
 */
export function findFirstRevert(root: CallFrame): CallFrame | undefined {
  if (root.error === undefined) return undefined
  let frame = root
  for (;;) {
    const last = frame.calls.at(-1)
    const { output, calls } = frame
    // without data any call that was handled before would look the same
    const same = output === '0x' ? undefined : calls.findLast((one) => one.error !== undefined && one.output === output)
    const inner = last?.error !== undefined ? last : same
    if (inner === undefined) return frame
    frame = inner
  }
}
