import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'

/** The parameter of each method that names its block. */
const tagAt = {
  eth_getBlockByNumber: 0,
  eth_feeHistory: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
} as const

/** An endpoint that knows the chain up to `block` and nothing after it, from each method's `after`-th post on. */
export function staleHeadRules(block: number, after: number): readonly Rule[] {
  const old = `0x${block.toString(16)}`
  const atOld = ({ params }: RpcRequest, place: number): readonly unknown[] =>
    Object.assign([...params], { [place]: isNew(params[place], block) ? old : params[place] })
  return [
    ...Object.entries(tagAt).map(
      ([method, place]): Rule => ({
        method,
        after,
        fault: { kind: 'rewrite', params: (request) => atOld(request, place) },
      }),
    ),
    { method: 'eth_blockNumber', after, fault: { kind: 'forge', answer: (real) => ({ ...real, result: old }) } },
    ...['eth_getTransactionReceipt', 'eth_getTransactionByHash'].map(
      (method): Rule => ({ method, after, fault: { kind: 'forge', answer: (real) => hideIfNewer(real, block) } }),
    ),
  ]
}

const isNew = (tag: unknown, block: number): boolean =>
  tag === undefined || tag === 'latest' || tag === 'pending' || Number(tag) > block

function hideIfNewer(real: RpcResponse, block: number): RpcResponse {
  const { blockNumber } = (real.result ?? {}) as { blockNumber?: string | null }
  return blockNumber === undefined || blockNumber === null || Number(blockNumber) <= block
    ? real
    : { ...real, result: null }
}
