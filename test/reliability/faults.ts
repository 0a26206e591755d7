/** Every fault of the rig by name. A draw decides which calls it affects, when, how often and how. */
import type { Fault, RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
import type { Draw } from './draw.ts'
import { acceptTransaction, type PrivateMempool } from './endpoints.ts'
import type { Lane } from './lane.ts'
import { staleHeadRules } from './stale-head.ts'

export interface FaultContext {
  readonly draw: Draw
  readonly lane: Lane
  readonly account: string
  readonly mempool: PrivateMempool
  /** The newest block as the run begins. */
  readonly head: number
  /** The command sends nothing: methods used only for transactions would never be affected. */
  readonly reads: boolean
}

/** The misbehaviour of an endpoint. */
export interface DrawnFault {
  readonly rules: readonly Rule[]
}

const send = 'eth_sendRawTransaction'
const receipt = 'eth_getTransactionReceipt'
const byHash = 'eth_getTransactionByHash'

const reading = ['eth_call', 'eth_chainId', 'eth_getBlockByNumber', 'eth_feeHistory', undefined] as const
/** The methods a swap uses; those that decide its end occur more often. */
const methods = [
  ...[send, send, send, receipt, receipt, byHash],
  ...['eth_getTransactionCount', 'eth_estimateGas'],
  ...reading,
] as const

/** From which matching post on, and for how many. A first answer is affected more often than any other. */
function timesOf(draw: Draw): Pick<Rule, 'after' | 'times'> {
  const after = draw.chance(0.5) ? 0 : draw.whole(1, 4)
  return draw.chance(0.35) ? { after } : { after, times: draw.pick([1, 1, 2, 3, 6]) }
}

/** One fault on one method, or on all. */
function spoil({ draw, reads }: FaultContext, fault: Fault): DrawnFault {
  const method = draw.pick<string | undefined>(reads ? reading : methods)
  return { rules: [{ ...(method === undefined ? {} : { method }), ...timesOf(draw), fault }] }
}

const error = (message: string, code = -32000): Fault => ({ kind: 'error', code, message })

const refusals = [
  'txpool is full',
  'insufficient funds for gas * price + value',
  'max fee per gas less than block base fee: address, maxFeePerGas: 1, baseFee: 2',
  'nonce too low',
  'replacement transaction underpriced',
  'invalid sender',
]

const refuse = (message: string): Fault => ({
  kind: 'withhold',
  answer: ({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message } }),
})

/** A node error: after a read was done, or for a transaction that is not accepted. */
function rpcError(context: FaultContext): DrawnFault {
  const { draw, reads } = context
  const message = draw.pick([...refusals, 'internal error', 'rate limit exceeded', 'method handler crashed'])
  if (!reads && draw.chance(0.4)) return { rules: [{ method: send, ...timesOf(draw), fault: refuse(message) }] }
  return spoil(context, error(message, draw.pick([-32000, -32005, -32603])))
}

function refusedButKept({ draw }: FaultContext): DrawnFault {
  const refused: Rule = { method: send, ...timesOf(draw), fault: error(draw.pick(refusals)) }
  return { rules: draw.chance(0.5) ? [refused, ...lag(draw)] : [refused] }
}

/** Neither receipt nor transaction for a while, whatever the nonce says. */
function lag(draw: Draw): readonly Rule[] {
  const times = draw.chance(0.5) ? {} : { times: draw.whole(2, 12) }
  return [receipt, byHash].map((method) => ({ method, ...times, fault: { kind: 'null' } }))
}

type Answer = (real: RpcResponse, request: RpcRequest) => RpcResponse
const forge = (answer: Answer): Fault => ({ kind: 'forge', answer })

const fields = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>

/** A receipt of the decoy, unchanged or with our hash over the logs of the decoy. */
function forgedReceipt({ draw, lane }: FaultContext, relabelled: boolean): DrawnFault {
  const answer: Answer = (real, { id, params: [hash] }) => {
    const ours = relabelled ? { transactionHash: hash, ...inclusionOf(real) } : {}
    return { jsonrpc: '2.0', id, result: { ...fields(lane.decoy.receipt), ...ours } }
  }
  return { rules: [{ method: receipt, ...timesOf(draw), fault: forge(answer) }] }
}

function inclusionOf({ result }: RpcResponse): object {
  const { blockHash, blockNumber } = fields(result)
  return blockHash === undefined ? {} : { blockHash, blockNumber }
}

const forgedTransaction = ({ draw, lane }: FaultContext): DrawnFault => ({
  rules: [
    {
      method: byHash,
      ...timesOf(draw),
      fault: forge((_real, { id }) => ({ jsonrpc: '2.0', id, result: lane.decoy.transaction })),
    },
    ...(draw.chance(0.5) ? [{ method: receipt, times: 3, fault: { kind: 'null' } } as const] : []),
  ],
})

const wrongChain = ({ draw }: FaultContext): DrawnFault => ({
  rules: [
    {
      method: 'eth_chainId',
      after: draw.chance(0.4) ? 0 : draw.whole(1, 6),
      fault: forge((_real, { id }) => ({ jsonrpc: '2.0', id, result: '0x1' })),
    },
  ],
})

const million = (value: unknown): string => `0x${(BigInt(String(value)) * 1_000_000n).toString(16)}`

const lyingFees = ({ draw }: FaultContext): DrawnFault => ({
  rules: [
    {
      method: 'eth_feeHistory',
      after: draw.whole(0, 1),
      fault: forge((real) => {
        const reward = fields(real.result)['reward'] as string[][] | undefined
        return { ...real, result: { ...fields(real.result), reward: reward?.map((row) => row.map(million)) } }
      }),
    },
    { method: 'eth_gasPrice', fault: forge((real) => ({ ...real, result: million(real.result) })) },
  ],
})

/** Zero, or more than there is, wherever the account's balance is read. */
function lyingBalances({ draw, account }: FaultContext): DrawnFault {
  const balance = draw.pick(['0x0', '0x1', `0x${(10n ** 30n).toString(16)}`])
  const after = draw.whole(0, 4)
  const overridden = ({ params: [call, tag = 'latest', overrides = {}] }: RpcRequest): readonly unknown[] => [
    call,
    tag,
    { ...fields(overrides), [account]: { balance } },
  ]
  return {
    rules: [
      { method: 'eth_getBalance', after, fault: forge((real) => ({ ...real, result: balance })) },
      { method: 'eth_call', after, fault: { kind: 'rewrite', params: overridden } },
    ],
  }
}

const acceptedButLost = ({ draw }: FaultContext): DrawnFault => ({
  rules: [{ method: send, ...timesOf(draw), fault: { kind: 'withhold', answer: acceptTransaction } }],
})

/**
 * Not a lie: the endpoint accepts the bytes, withholds them and dies; then the base fee rises above their offer, so
 * that every other node refuses them. They are valid again once it has fallen.
 */
function privateMempool({ draw, lane, mempool }: FaultContext): DrawnFault {
  const raise = draw.chance(0.6)
  const keep: Fault = {
    kind: 'withhold',
    answer: (request) => {
      if (raise) void lane.raiseBaseFee()
      return mempool.keep(request)
    },
  }
  return {
    rules: [
      { when: () => mempool.held.length > 0, fault: { kind: draw.pick(['reset', 'hang'] as const) } },
      { method: send, fault: keep },
    ],
  }
}

/** In the order of the report. */
export const faults = {
  delay: (context) => spoil(context, { kind: 'delay', milliseconds: context.draw.whole(100, 2_500) }),
  'rpc error': rpcError,
  'too many requests': (context) =>
    spoil(context, {
      kind: 'status',
      status: 429,
      headers: context.draw.chance(0.7) ? { 'retry-after': context.draw.pick(['0', '1', '30']) } : {},
    }),
  'server error': (context) => spoil(context, { kind: 'status', status: context.draw.pick([500, 502, 503, 504]) }),
  'reset before': (context) => spoil(context, { kind: 'reset' }),
  'reset after': (context) => spoil(context, { kind: 'lose' }),
  'hang before': (context) => spoil(context, { kind: 'hang' }),
  'hang after': (context) => spoil(context, { kind: 'silence' }),
  truncated: (context) => spoil(context, { kind: 'truncate' }),
  html: (context) => spoil(context, { kind: 'html' }),
  null: (context) => spoil(context, { kind: 'null' }),
  'receipt of another': (context) => forgedReceipt(context, false),
  'logs of another': (context) => forgedReceipt(context, true),
  'another transaction': forgedTransaction,
  'accepted but lost': acceptedButLost,
  'refused but kept': refusedButKept,
  'private mempool': privateMempool,
  'receipts lag': ({ draw }) => ({ rules: lag(draw) }),
  'stale head': ({ draw, head }) => ({ rules: staleHeadRules(head - draw.whole(0, 3), draw.pick([0, 0, 2, 6])) }),
  'wrong chain': wrongChain,
  'lying fees': lyingFees,
  'lying balances': lyingBalances,
} as const satisfies Record<string, (context: FaultContext) => DrawnFault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as readonly FaultName[]
