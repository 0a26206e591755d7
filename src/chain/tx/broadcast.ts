import { createEndpoint, type EndpointContext } from '#chain/rpc/endpoint'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import { type CheckedEndpoint, describeFault } from '#chain/rpc/endpoints'
import { type RpcAnswer, rpcCall } from '#chain/rpc/json-rpc'
import { sanitizeNodeMessage } from '#chain/rpc/sanitize-node-message'
import type { BroadcastResult } from '#domain/chain/chain-evidence'
import type { Hex } from '#domain/units'

/** Signed bytes, and the hash that follows from them. */
interface SignedBytes {
  readonly raw: Hex
  readonly hash: Hex
}

/**
 * Sends signed bytes to one node, in one post. Anything but a clear yes or no is `no-answer`: the node may have read
 * the bytes although no answer came back. That it answers with their hash is all that tells that it took them. No answer
 * proves anything about the bytes: a node behind the same address may have accepted, in an earlier post, a transaction that
 * is refused now.
 */
export async function broadcast(
  endpoint: Pick<CheckedEndpoint, 'name' | 'host' | 'url' | 'sendOnce'>,
  { raw, hash }: SignedBytes,
): Promise<BroadcastResult> {
  try {
    const answer = await endpoint.sendOnce(rpcCall('eth_sendRawTransaction', raw))
    return { endpoint: endpoint.name, ...classifyAnswer(endpoint, answer, hash) }
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    return { endpoint: endpoint.name, outcome: 'no-answer', reason: describeFault(endpoint, error) }
  }
}

/** Bytes for one private endpoint. */
interface PrivateBroadcast extends SignedBytes {
  readonly url: URL
  readonly callMs: number
}

/**
 * One post of one call to a private endpoint, which nothing else is asked of.
 * @param begin called before the bytes leave; if it throws, they do not
 */
export async function broadcastPrivately(
  context: EndpointContext,
  { raw, hash, url, callMs }: PrivateBroadcast,
  begin: (endpoint: string) => Promise<void>,
): Promise<BroadcastResult> {
  const endpoint = createEndpoint(context, { url, callMs })
  await begin(endpoint.host)
  return broadcast({ ...endpoint, name: endpoint.host }, { raw, hash })
}

const alreadyKnown = /already ?(?:known|imported|in (?:the )?(?:mem|tx)?pool)|\bknown transaction/i
/** What nodes say when they have checked the bytes and reject them. */
const refusal = new RegExp(
  [
    'nonce (?:is )?too (?:low|high)|invalid nonce|oldnonce|nonce has already been used',
    'insufficient (?:funds|balance)|not enough (?:funds|balance)',
    'intrinsic gas|gas (?:limit )?(?:is )?too (?:low|high)|exceeds block gas limit|max limit exceeded|gas limit reached',
    'underpriced|fee ?(?:cap )?too low|less than block base fee|below (?:the )?(?:current )?base ?fee|tip above fee cap',
    'max(?:imum)? (?:priority )?fee per gas|exceeds the configured cap|tx fee .* exceeds',
    'unknown transaction type|invalid (?:sender|signature|chain ?id)|wrong chain ?id|only replay-protected|not supported|rlp|decod',
    'sender (?:is )?not an eoa|execution reverted|oversized data|max initcode size|txpool is full',
  ].join('|'),
  'i',
)
/** Parse error, invalid request, unknown method, invalid parameters: the bytes never reached the pool. */
const unreadErrorCodes: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602])

function classifyAnswer(
  { url, host }: Pick<CheckedEndpoint, 'url' | 'host'>,
  answer: RpcAnswer,
  hash: Hex,
): Omit<BroadcastResult, 'endpoint'> {
  if ('result' in answer) {
    const { result } = answer
    if (typeof result === 'string' && result.toLowerCase() === hash) return { outcome: 'accepted' }
    const isHash = typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result)
    return { outcome: 'no-answer', reason: `${host} answers with ${isHash ? 'another' : 'no'} hash` }
  }
  const { code, message } = answer.error
  if (alreadyKnown.test(message)) return { outcome: 'known' }
  const reason = sanitizeNodeMessage(message, url)
  return refusal.test(message) || unreadErrorCodes.has(code)
    ? { outcome: 'refused', reason }
    : { outcome: 'no-answer', reason: `${host} says: ${reason}` }
}
