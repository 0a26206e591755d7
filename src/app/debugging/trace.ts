import { decodeFrame, findFirstRevert } from '#app/debugging/decode-frame'
import { findToken, getListedTokens } from '#app/tokens'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { readTransaction } from '#app/trade/explain/read-transaction'
import type { Chain } from '#domain/chain/port'
import { type CallFrame, maxFrames, type Trace, type TraceSource, unlistedMark } from '#domain/debugging/trace'
import type { Token } from '#domain/token'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { type Address, gas, type Hex, type Seconds } from '#domain/units'
import { adapters } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'

/** Tokens that are in no list and are asked for their symbol, at most. */
const maxUnlisted = 8

/**
 * What a transaction did, call by call. Without a tracing node the outermost call alone, on the state before its block,
 * which earlier transactions of the block had changed.
 * @param now by our clock, as `readTransaction` takes it
 * @returns `undefined` if no endpoint knows it
 */
export async function traceTransaction(chain: Chain, hash: Hex, now: Seconds): Promise<Trace | undefined> {
  const transaction = await readTransaction(chain, hash, Math.max(1, chain.network.confirmations), now)
  if (transaction === undefined) return undefined
  const { source, frame } = await findFrames(chain, transaction)
  const tokens = await findTokens(chain, transaction, frame)
  const tokenAt = (address: Address) => tokens.get(address)
  return {
    transaction,
    source,
    root: frame && decodeFrame({ tokenAt, first: findFirstRevert(frame) }, frame),
    labels: collectLabels(chain, transaction, tokens),
    cut: frame === undefined ? 0 : Math.max(0, countFrames(frame) - maxFrames + 1),
  }
}

interface FoundFrames {
  readonly source: TraceSource
  readonly frame: CallFrame | undefined
}

async function findFrames(chain: Chain, transaction: RouterTransaction): Promise<FoundFrames> {
  const { hash, from, to, data, value, gasLimit, mined } = transaction
  if (mined === undefined) return { source: 'none', frame: undefined }
  const traced = await unlessUnreachable(() => chain.traceCalls(hash))
  if (traced !== undefined) return { source: 'trace', frame: traced }
  if (to === undefined) return { source: 'none', frame: undefined } // a creation is no call that can run again
  const call = { from, to, data, value, gasLimit }
  const again = await unlessUnreachable(() => chain.traceCallsAt(call, mined.block - 1))
  if (again !== undefined) return { source: 'replayed', frame: again }
  const simulated = await unlessUnreachable(() => chain.simulateAt(call, mined.block - 1))
  if (simulated === undefined) return { source: 'none', frame: undefined }
  const error = simulated.ok ? undefined : simulated.reason === '' ? 'execution reverted' : simulated.reason
  const outer = {
    kind: 'CALL',
    from,
    to,
    value,
    gasUsed: gas(0n),
    input: data,
    output: simulated.data,
    error,
    calls: [],
  }
  return { source: 'replayed', frame: outer }
}

async function unlessUnreachable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    return undefined
  }
}

const countFrames = ({ calls }: CallFrame): number => calls.reduce((sum, one) => sum + countFrames(one), 1)

/** Selectors that only tokens are called with: `transfer`, `transferFrom`, `approve`, `balanceOf`, `allowance`. */
const tokenSelectors = new Set(['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0x70a08231', '0xdd62ed3e'])

/** The listed tokens, and those that are called as one and are in no list. */
async function findTokens(
  chain: Chain,
  { tokens }: RouterTransaction,
  frame: CallFrame | undefined,
): Promise<ReadonlyMap<Address, Token>> {
  const known = new Map(getListedTokens(chain.network).map((token) => [token.address, token]))
  for (const token of [tokens?.sell, tokens?.buy]) if (token !== undefined) known.set(token.address, token)
  const called = new Set(frame === undefined ? [] : listTokenCalls(frame))
  const unlisted = [...called].filter((address) => !known.has(address)).slice(0, maxUnlisted)
  const found = await Promise.all(unlisted.map((address) => unlessUnreachable(() => findToken(chain, address))))
  for (const token of found) if (token !== undefined) known.set(token.address, token)
  return known
}

const listTokenCalls = ({ kind, to, input, calls }: CallFrame): readonly Address[] => [
  ...(to !== undefined && kind !== 'DELEGATECALL' && tokenSelectors.has(input.slice(0, 10)) ? [to] : []),
  ...calls.flatMap(listTokenCalls),
]

/** Any contract can call itself USDC or router. */
function labelTokens(labels: Map<Address, string>, tokens: ReadonlyMap<Address, Token>): void {
  for (const [address, { symbol, listed }] of tokens) {
    if (listed) labels.set(address, symbol)
    else if (!labels.has(address)) labels.set(address, `${unlistedMark}${symbol}`)
  }
}

function collectLabels(
  { network }: Chain,
  { read, from }: RouterTransaction,
  tokens: ReadonlyMap<Address, Token>,
): ReadonlyMap<Address, string> {
  const labels = new Map<Address, string>([[from, 'sender']])
  if (read !== undefined && read.entry !== 'cancel') {
    for (const { pool, move } of read.legs) labels.set(pool, move === 'adapter' ? 'adapter' : 'pool')
    if (!labels.has(read.call.recipient)) labels.set(read.call.recipient, 'recipient')
  }
  for (const { name, factory } of network.venues) if (!labels.has(factory)) labels.set(factory, `${name} factory`)
  labelTokens(labels, tokens)
  for (const { name, address } of adapters) labels.set(address, `${name} adapter`)
  labels.set(getRouter(network).address, 'router')
  return labels
}
