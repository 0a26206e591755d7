import type { BroadcastResult } from '#domain/chain-evidence'
import type { Network } from '#domain/network'
import type { Chain, ChainMemory, Clock } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import type { Read } from '#domain/reads'
import { type Address, type Hex, wei } from '#domain/units'
import { bigOf, hexOf, numberOf, resultOf } from './answer.ts'
import { broadcast } from './broadcast.ts'
import type { AnswerNote, RequestNote } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { type CheckedEndpoint, createEndpoints, type Endpoints } from './endpoints.ts'
import { aggregateAnswers, aggregateCalls, askSingly } from './extras.ts'
import { readRound } from './gather.ts'
import { blockOf, headCall, headOf } from './head.ts'
import { createHeldStates } from './held-states.ts'
import { call } from './json-rpc.ts'
import { type LogSpans, logsOf } from './logs.ts'
import { lookAt } from './look.ts'
import { findNonceUser } from './nonce-search.ts'
import { open } from './opening.ts'
import { hashesAt, madeIn } from './past.ts'
import { findTransaction, simulateAt, traceRevert } from './past-calls.ts'
import { balanceAt, countAt } from './past-state.ts'
import { receiptOf } from './receipts.ts'
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
  /** Leaves an endpoint that does not answer alone for a while; without, every call tries it. */
  readonly guarded?: boolean
  /** Gives up, when aborted, whatever is being asked, and asks nothing more. */
  readonly ending?: AbortSignal
  /** Is told of every post before it is sent. */
  readonly onRequest?: (note: RequestNote) => void
  /** Is told of every post once it ended. */
  readonly onAnswer?: (note: AnswerNote) => void
}

export interface ChainOptions {
  readonly network: Network
  /** Best first. https, or http to this machine. */
  readonly urls: readonly string[]
  /** http to other machines too. */
  readonly allowsHttp?: boolean
  /** The longest a single post may take; 10 when absent. */
  readonly callSeconds?: number
}

/** A chain over JSON-RPC endpoints. Nothing is asked, and no connection opened, before the first question. */
export function createChain(context: ChainContext, options: ChainOptions): Chain {
  const { network, urls, allowsHttp = false, callSeconds = 10 } = options
  const endpoints = createEndpoints(context, { network, urls, allowsHttp, callMs: callSeconds * 1000 })
  const held = createHeldStates()
  const spans: LogSpans = new Map()
  const { use, useAll } = endpoints

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
    broadcast: (raw, to, begin) => handOver(endpoints, { raw, to, begin }),
    look: async (query, at) => {
      if (at === 'all') return useAll((endpoint) => lookAt(endpoint, query))
      return [await use((endpoint) => lookAt(endpoint, query))]
    },
    findNonceUser: (search) => use((endpoint) => findNonceUser(endpoint, search)),
    nonceAt: async (sender, block) => (await useAll((endpoint) => nonceAt(endpoint, sender, block))).flat(),
    balanceAt: (token, owner, block) => use((endpoint) => balanceAt(endpoint, { token, owner, block })),
    receipt: (hash) => use((endpoint) => receiptOf(endpoint, hash)),
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
  const calls = [headCall('latest'), ...tags.map((tag) => call('eth_getTransactionCount', address, tag))]
  const [headAnswer, ...counts] = (await endpoint.ask(calls, { again: true })).map((answer) => resultOf(answer))
  const [latest, pending] = counts.map(numberOf)
  if (latest === undefined || pending === undefined) throw new EndpointFault('gives no nonce')
  const head = blockOf(headOf(headAnswer))
  return { endpoint: endpoint.name, head, latest, pending: Math.max(latest, pending) }
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

interface HandOver {
  readonly raw: Hex
  readonly to: 'one' | 'all'
  readonly begin: (endpoint: string) => Promise<void>
}

/** The chain id is asked again first: an endpoint that serves another chain by now is not given the bytes. */
async function handOver({ use, useAll }: Endpoints, { raw, to, begin }: HandOver): Promise<readonly BroadcastResult[]> {
  const ready = async (endpoint: CheckedEndpoint): Promise<CheckedEndpoint> => {
    await endpoint.ask([], { again: true })
    return endpoint
  }
  const endpoints = to === 'all' ? await useAll(ready) : [await use(ready)]
  return Promise.all(
    endpoints.map(async (endpoint) => {
      await begin(endpoint.name)
      return broadcast(endpoint, raw)
    }),
  )
}

/** Nothing from an endpoint that has the block but not its state. */
async function nonceAt(endpoint: CheckedEndpoint, sender: Address, number: number) {
  const [answer] = await endpoint.ask([headCall(number)], { again: true })
  const block = blockOf(headOf(resultOf(answer)))
  const nonce = await countAt(endpoint, sender, number)
  return nonce === undefined ? [] : [{ endpoint: endpoint.name, block, nonce }]
}
