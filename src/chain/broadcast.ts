import type { BroadcastResult } from '#domain/ports'
import type { Hex } from '#domain/units'
import { EndpointFault } from './endpoint-fault.ts'
import { type CheckedEndpoint, describe } from './endpoints.ts'
import { call, type RpcAnswer } from './json-rpc.ts'
import { nodeWords } from './node-words.ts'

/**
 * Hands signed bytes to one node, in one post. Whatever is not a clear yes or no is `no-answer`: the bytes may have
 * been read although none came back. No answer proves anything about the bytes: a refused transaction may have been
 * taken by the node behind the same address that was asked before.
 */
export async function broadcast(endpoint: CheckedEndpoint, raw: Hex): Promise<BroadcastResult> {
  try {
    return { endpoint: endpoint.name, ...outcome(endpoint, await endpoint.once(call('eth_sendRawTransaction', raw))) }
  } catch (error) {
    if (!(error instanceof EndpointFault)) throw error
    return { endpoint: endpoint.name, outcome: 'no-answer', reason: describe(endpoint, error) }
  }
}

const known = /already ?(?:known|imported|in (?:the )?(?:mem|tx)?pool)|known transaction/i
/** What nodes say when they have looked at the bytes and will not have them. */
const refusal = new RegExp(
  [
    'nonce (?:is )?too (?:low|high)|invalid nonce|oldnonce|nonce has already been used',
    'insufficient (?:funds|balance)|not enough (?:funds|balance)',
    'intrinsic gas|gas (?:limit )?(?:is )?too (?:low|high)|exceeds block gas limit|max limit exceeded|gas limit reached',
    'underpriced|fee ?(?:cap )?too low|less than block base fee|below (?:the )?(?:current )?base ?fee|tip above fee cap',
    'max(?:imum)? (?:priority )?fee per gas|exceeds the configured cap|tx fee .* exceeds',
    'invalid (?:sender|signature|chain ?id)|wrong chain ?id|only replay-protected|not supported|rlp|decod',
    'sender (?:is )?not an eoa|execution reverted|oversized data|max initcode size|txpool is full',
  ].join('|'),
  'i',
)
/** Parse error, invalid request, unknown method, invalid parameters: the bytes never reached the pool. */
const neverRead: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602])

function outcome({ url, host }: CheckedEndpoint, answer: RpcAnswer): Omit<BroadcastResult, 'endpoint'> {
  if ('result' in answer) {
    const isHash = typeof answer.result === 'string' && /^0x[0-9a-f]{64}$/i.test(answer.result)
    return isHash ? { outcome: 'accepted' } : { outcome: 'no-answer', reason: `${host} answers with no hash` }
  }
  const { code, message } = answer.error
  if (known.test(message)) return { outcome: 'known' }
  const reason = nodeWords(message, url)
  return refusal.test(message) || neverRead.has(code)
    ? { outcome: 'refused', reason }
    : { outcome: 'no-answer', reason: `${host} says: ${reason}` }
}
