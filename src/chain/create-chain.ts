import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain, ChainMemory, Clock } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import type { Read } from '#domain/reads'
import { type Address, type Hex, wei } from '#domain/units'
import { bigOf, hexOf, numberOf, resultOf } from './answer.ts'
import { broadcast } from './broadcast.ts'
import type { RequestNote } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { type CheckedEndpoint, createEndpoints, describe, type Endpoints } from './endpoints.ts'
import { aggregateAnswers, aggregateCalls, askSingly } from './extras.ts'
import { readRound } from './gather.ts'
import { blockOf, headCall, headOf } from './head.ts'
import { createHeldStates } from './held-states.ts'
import { call } from './json-rpc.ts'
import { type LogSpans, logsOf } from './logs.ts'
import { open } from './opening.ts'
import { hashesAt, madeIn } from './past.ts'
import { findTransaction, simulateAt, traceRevert } from './past-calls.ts'
import { knowsTransaction, receiptOf } from './receipts.ts'
import { rehearse } from './rehearse.ts'
import { renew } from './renew.ts'
import { estimateGas, simulate } from './simulate.ts'
import { takeSurvey } from './survey.ts'
import { transactionsOf } from './transactions.ts'
import { transfersOf } from './transfers.ts'

export interface ChainContext {
  readonly clock: Clock
  readonly memory: ChainMemory
  readonly protocols: Protocols
  /** Is told of every endpoint that fails, in words without secrets. */
  readonly log?: (words: string) => void
  /** Is told of every post before it is sent. */
  readonly onRequest?: (note: RequestNote) => void
}

export interface ChainOptions {
  readonly network: Network
  /** Best first. https, or http to this machine. */
  readonly urls: readonly string[]
  /** The longest a single post may take; 10 when absent. */
  readonly callSeconds?: number
}

/** A chain over JSON-RPC endpoints. Nothing is asked, and no connection opened, before the first question. */
export function createChain(context: ChainContext, options: ChainOptions): Chain {
  const { network, urls, callSeconds = 10 } = options
  const endpoints = createEndpoints(context, { network, urls, callMs: callSeconds * 1000 })
  const held = createHeldStates()
  const spans: LogSpans = new Map()
  const { use } = endpoints

  return {
    network,
    survey: (survey) => use((endpoint) => takeSurvey({ ...context, held, network, endpoint }, survey)),
    renew: (renewal) => use((endpoint) => renew({ ...context, network, endpoint }, renewal)),
    read: (reads) => use((endpoint) => readAtHead({ endpoint, multicall: network.multicall }, reads)),
    head: () => use(async (endpoint) => blockOf((await open({ ...context, network, endpoint }, {})).head)),
    fees: () => use(async (endpoint) => (await open({ ...context, network, endpoint }, {})).fees.fees),
    balance: (address) => use(async (endpoint) => wei(bigOf(await one(endpoint, 'eth_getBalance', address, 'latest')))),
    code: (address) => use(async (endpoint) => hexOf(await one(endpoint, 'eth_getCode', address, 'latest'))),
    nonces: (address) => use((endpoint) => noncesOf(endpoint, address)),
    simulate: (payload) => use((endpoint) => simulate(endpoint, payload)),
    simulateAt: (payload, block) => endpoints.find((endpoint) => simulateAt(endpoint, payload, block)),
    traceRevert: (hash) => endpoints.find((endpoint) => traceRevert(endpoint, hash)),
    rehearse: (calls) => use((endpoint) => rehearse(endpoint, calls)),
    estimateGas: (payload) => use((endpoint) => estimateGas(endpoint, payload)),
    send: async (raw) => {
      const endpoint = await use(async (ready) => {
        await ready.ask([], { again: true })
        return ready
      })
      return broadcast(endpoint, raw)
    },
    receipt: (hash) => use((endpoint) => receiptOf(endpoint, hash)),
    knows: (hash) => knownToAny(endpoints, { network, hash }),
    transactions: (hashes) => use((endpoint) => transactionsOf(endpoint, hashes)),
    findTransaction: (hash) => endpoints.find((endpoint) => findTransaction(endpoint, hash)),
    transfers: (search) => use((endpoint) => transfersOf(endpoint, search)),
    logs: (search) => use((endpoint) => logsOf({ endpoint, spans }, search)),
    hashes: (blocks) => use((endpoint) => hashesAt(endpoint, blocks)),
    madeIn: (address) => use((endpoint) => madeIn(endpoint, address)),
  }
}

async function one(endpoint: CheckedEndpoint, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await endpoint.ask([call(method, ...params)])
  return resultOf(answer)
}

/** The chain id is asked again: a transaction is signed for what this answers. */
async function noncesOf(endpoint: CheckedEndpoint, address: Address) {
  const tags = ['latest', 'pending'] as const
  const calls = tags.map((tag) => call('eth_getTransactionCount', address, tag))
  const [latest, pending] = (await endpoint.ask(calls, { again: true })).map((answer) => numberOf(resultOf(answer)))
  if (latest === undefined || pending === undefined) throw new EndpointFault('gives no nonce')
  return { latest, pending: Math.max(latest, pending) }
}

async function readAtHead(
  context: { endpoint: CheckedEndpoint; multicall: Address },
  reads: readonly Read<unknown>[],
): Promise<readonly Hex[]> {
  if (reads.length === 0) return []
  const { endpoint, multicall } = context
  const [head, ...answers] = await endpoint.ask([headCall('latest'), ...aggregateCalls(multicall, reads, 'latest')])
  const { number } = headOf(resultOf(head))
  const taken = aggregateAnswers(reads.length, answers)
  if (taken === undefined) return (await askSingly(endpoint, { reads, balances: [] }, number)).answers
  const [first] = taken.stamps
  const isOfOneBlock = taken.stamps.every((stamp) => stamp.number === first?.number && stamp.time === first.time)
  return isOfOneBlock ? taken.answers : (await readRound(context, reads, number)).answers
}

/** All endpoints are asked: bytes that one of them took may not have reached the others. */
async function knownToAny({ all }: Endpoints, { network, hash }: { network: Network; hash: Hex }): Promise<boolean> {
  const asked = await Promise.allSettled(all.map((endpoint) => knowsTransaction(endpoint, hash)))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (answers.length > 0) return answers.includes(true)
  const reasons = asked.flatMap((one, i) => {
    const reason: unknown = one.status === 'rejected' ? one.reason : undefined
    return reason instanceof EndpointFault ? [describe(all[i] as CheckedEndpoint, reason)] : []
  })
  throw fail('NETWORK_UNAVAILABLE', { network: network.title, reason: reasons.join('; ') || 'none is set' })
}
