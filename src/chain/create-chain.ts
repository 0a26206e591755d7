import type { Read } from '#domain/calls/reads'
import type { BroadcastResult, ProveTransaction } from '#domain/chain/chain-evidence'
import type { BlockRead, Chain } from '#domain/chain/port'
import type { ChainMemory } from '#domain/chain/survey'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Protocols } from '#domain/pools/protocol'
import { type Address, type Hex, wei } from '#domain/units'
import { agreeOnFees } from './blocks/fees.ts'
import { blockOf, headCall, parseHead } from './blocks/head.ts'
import { requestHead } from './blocks/head-request.ts'
import { fetchBlocks, findCreationBlock } from './blocks/history.ts'
import { fetchLargeBlockTerms } from './blocks/large-blocks.ts'
import { fetchAllLogs, fetchLogs, type LogSpans } from './blocks/logs.ts'
import { findTransfers } from './blocks/transfers.ts'
import { findLensMode } from './lens/find-mode.ts'
import { isLocal, type RequestEvent, type ResponseEvent } from './rpc/endpoint.ts'
import { EndpointFault } from './rpc/endpoint-fault.ts'
import { type CheckedEndpoint, createEndpoints, type Endpoints } from './rpc/endpoints.ts'
import { type RpcAnswer, rpcCall } from './rpc/json-rpc.ts'
import { parseBigint, parseBytes, parseNumber, requireResult } from './rpc/values.ts'
import { codeCalls, parseCodes } from './survey/account-codes.ts'
import { takeAggregates, toAggregateCalls } from './survey/aggregates.ts'
import { createBlockCache } from './survey/block-cache.ts'
import { askOneByOne } from './survey/extras.ts'
import { readRound } from './survey/read-pools.ts'
import { refreshStates } from './survey/refresh-states.ts'
import { surveyPools } from './survey/survey.ts'
import { broadcast, broadcastPrivately } from './tx/broadcast.ts'
import { traceCalls, traceCallsAt } from './tx/call-frames.ts'
import { findTransaction } from './tx/find-transaction.ts'
import { checkTransaction } from './tx/look.ts'
import { findNonceUser } from './tx/nonce-user.ts'
import { simulateAt, traceRevert } from './tx/past-calls.ts'
import { fetchBalanceAt, fetchNonceAt } from './tx/past-state.ts'
import { fetchReceipt } from './tx/receipts.ts'
import { estimateGas, fetchCallFees, simulate } from './tx/simulate.ts'
import { simulateCalls } from './tx/simulate-calls.ts'
import { fetchTransactions } from './tx/transactions.ts'

export interface ChainContext {
  readonly clock: Clock
  readonly memory: ChainMemory
  readonly protocols: Protocols
  /** If absent, what a transaction's fields prove is not computed. */
  readonly prove?: ProveTransaction
  /** Receives every endpoint fault, in words without secrets. */
  readonly log?: (words: string) => void
  /** Stops calling an endpoint that does not answer for a while; otherwise every call tries it. */
  readonly guarded?: boolean
  /** On abort, cancels every pending call and sends no more. */
  readonly signal?: AbortSignal
  /** Called before each post. */
  readonly onRequest?: (note: RequestEvent) => void
  /** Called after each post. */
  readonly onResponse?: (note: ResponseEvent) => void
}

export interface ChainOptions {
  readonly network: Network
  /** Best first. https, or http to this machine. */
  readonly urls: readonly string[]
  /** Allows http to other machines. */
  readonly allowsHttp?: boolean
  /** Timeout of a single post, seconds; 10 by default. */
  readonly callSeconds?: number
}

/** A chain over JSON-RPC endpoints. Sends nothing and opens no connection before the first call. */
export function createChain(context: ChainContext, options: ChainOptions): Chain {
  const { network, urls, allowsHttp = false, callSeconds = 10 } = options
  const callMs = callSeconds * 1000
  const endpoints = createEndpoints(context, { network, urls, allowsHttp, callMs })
  const held = createBlockCache()
  const spans: LogSpans = new Map()
  const { use, useAll } = endpoints

  return {
    network,
    endpoints: endpoints.all.map(({ name }) => name),
    survey: (survey) => use((endpoint) => surveyPools({ ...context, blockCache: held, network, endpoint }, survey)),
    refreshStates: (renewal) => use((endpoint) => refreshStates({ ...context, network, endpoint }, renewal)),
    read: (reads) => use((endpoint) => readAtHead({ endpoint, multicall: network.multicall }, reads)),
    readWithBlock: (reads, at) => use((endpoint) => readAtBlock({ endpoint, multicall: network.multicall }, reads, at)),
    allReadsWithBlock: (reads, at) =>
      useAll((endpoint) => readAgain({ endpoint, multicall: network.multicall }, reads, at)),
    eachReadsWithBlock: (reads) =>
      useAll((endpoint) => readAgain({ endpoint, multicall: network.multicall }, reads), 'every'),
    head: () => use(async (endpoint) => blockOf((await requestHead({ ...context, network, endpoint }, {})).head)),
    findLensMode: () => use(findLensMode),
    fees: async (call) =>
      agreeOnFees(
        await useAll(async (endpoint) => {
          const own = call === undefined ? undefined : await fetchCallFees(endpoint, network, call)
          return own ?? (await requestHead({ ...context, network, endpoint }, {})).fees.fees
        }),
      ),
    askLargeBlocks: (address) => use((endpoint) => fetchLargeBlockTerms(endpoint, network, address)),
    balance: (address) =>
      use(async (endpoint) => wei(parseBigint(await askOne(endpoint, 'eth_getBalance', address, 'latest')))),
    code: (address) => use(async (endpoint) => parseBytes(await askOne(endpoint, 'eth_getCode', address, 'latest'))),
    codes: (addresses) => use(async (endpoint) => parseCodes(await endpoint.ask(codeCalls(addresses)))),
    allCodes: (addresses) =>
      useAll(async (endpoint) => parseCodes(await endpoint.ask(codeCalls(addresses), { again: true }))),
    nonces: (address) => use((endpoint) => fetchNonces(endpoint, address)),
    allNonces: (address) => useAll((endpoint) => fetchNonces(endpoint, address)),
    simulate: (payload, assumed) => use((endpoint) => simulate(endpoint, payload, assumed)),
    ...readPast(endpoints),
    simulateCalls: (calls, assumed) => use((endpoint) => simulateCalls(endpoint, calls, assumed)),
    storageAt: (address, slot) =>
      use(async (endpoint) => parseBytes(await askOne(endpoint, 'eth_getStorageAt', address, slot, 'latest'))),
    estimateGas: (payload, assumed) => use((endpoint) => estimateGas(endpoint, payload, assumed)),
    broadcast: (signed, to, begin) => broadcastToEndpoints(endpoints, { ...signed, to, begin }),
    broadcastPrivately: (signed, url, begin) =>
      broadcastPrivately(context, { ...signed, url: requirePrivateUrl(url), callMs }, begin),
    checkTransaction: async (query, at) => {
      if (at !== 'one') return useAll((endpoint) => checkTransaction(endpoint, query, network), at)
      return [await use((endpoint) => checkTransaction(endpoint, query, network))]
    },
    findNonceUser: (search) => findNonceUser({ endpoints, network, prove: context.prove }, search),
    nonceAt: (sender, block, at) => useAll((endpoint) => fetchNonceWithBlock(endpoint, sender, block), at),
    balanceAt: (token, owner, block) => use((endpoint) => fetchBalanceAt(endpoint, { token, owner, block })),
    receipt: (hash) => use((endpoint) => fetchReceipt(endpoint, hash, network)),
    transactions: (hashes) => use((endpoint) => fetchTransactions({ endpoint, network, prove: context.prove }, hashes)),
    findTransaction: (hash) => findTransaction({ endpoints, network, prove: context.prove }, hash),
    transfers: async (search) => [...new Set((await useAll((endpoint) => findTransfers(endpoint, search))).flat())],
    allTransfers: (search) => useAll((endpoint) => findTransfers(endpoint, search)),
    logs: (search) => use((endpoint) => fetchLogs({ ...context, endpoint, spans }, search)),
    allLogs: (search) => useAll((endpoint) => fetchAllLogs({ ...context, endpoint, spans }, search)),
    blocks: (numbers) => use((endpoint) => fetchBlocks(endpoint, numbers)),
    findCreationBlock: (address) => use((endpoint) => findCreationBlock(endpoint, address)),
  }
}

type PastReads = 'simulateAt' | 'allSimulationsAt' | 'traceRevert' | 'traceCalls' | 'allTraces' | 'traceCallsAt'

/** Calls on earlier blocks, which only some endpoints answer. */
const readPast = ({ find, useAll }: Endpoints): Pick<Chain, PastReads> => ({
  simulateAt: (payload, block) => find((endpoint) => simulateAt(endpoint, payload, block)),
  allSimulationsAt: async (call, block) =>
    (await useAll((endpoint) => simulateAt(endpoint, call, block))).flatMap((one) => one ?? []),
  traceRevert: (hash) => find((endpoint) => traceRevert(endpoint, hash)),
  traceCalls: (hash) => find((endpoint) => traceCalls(endpoint, hash)),
  allTraces: async (hash) => (await useAll((endpoint) => traceCalls(endpoint, hash))).flatMap((one) => one ?? []),
  traceCallsAt: (call, block) => find((endpoint) => traceCallsAt(endpoint, call, block)),
})

async function askOne(endpoint: CheckedEndpoint, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await endpoint.ask([rpcCall(method, ...params)])
  return requireResult(answer)
}

/** Asks for the chain id again: the transaction is signed for the nonce that this returns. */
async function fetchNonces(endpoint: CheckedEndpoint, address: Address) {
  const tags = ['latest', 'pending'] as const
  const calls = [headCall('latest'), ...tags.map((tag) => rpcCall('eth_getTransactionCount', address, tag))]
  const [headAnswer, ...counts] = (await endpoint.ask(calls, { again: true })).map((answer) => requireResult(answer))
  const [latest, pending] = counts.map(parseNumber)
  if (latest === undefined || pending === undefined) throw new EndpointFault('returns no nonce')
  const head = blockOf(parseHead(headAnswer))
  return { endpoint: endpoint.name, head, latest, pending: Math.max(latest, pending) }
}

async function readAtHead(
  context: { endpoint: CheckedEndpoint; multicall: Address },
  reads: readonly Read<unknown>[],
): Promise<readonly Hex[]> {
  if (reads.length === 0) return []
  const { endpoint, multicall } = context
  const [head, ...answers] = await endpoint.ask([headCall('latest'), ...toAggregateCalls(multicall, reads, 'latest')])
  const { number } = parseHead(requireResult(head))
  const taken = await takeAggregates(endpoint, { multicall, inner: reads, answers, block: number })
  if (taken === undefined) return (await askOneByOne(endpoint, { reads, balances: [] }, number)).answers
  const [first] = taken.stamps
  const isOfOneBlock = taken.stamps.every((stamp) => stamp.number === first?.number && stamp.time === first.time)
  return isOfOneBlock ? taken.answers : (await readRound(context, reads, number)).answers
}

/** A chain with blocks so fast that its head moves within every batch is read by a block's number in the end. */
const maxMovingHeads = 5

/** Checks the chain id first: our router, and many a token, has the same address on other chains. */
async function readAgain(context: ReadContext, reads: readonly Read<unknown>[], at?: number): Promise<BlockRead> {
  await context.endpoint.ask([], { again: true })
  return readAtBlock(context, reads, at)
}

interface ReadContext {
  readonly endpoint: CheckedEndpoint
  readonly multicall: Address
}

/**
 * Read as `latest` in the post that asks for the head, so that the state is never older than what an earlier post
 * showed. Compared by time: the EVM's own block number is another chain's on some rollups.
 */
async function readAtBlock(context: ReadContext, reads: readonly Read<unknown>[], at?: number): Promise<BlockRead> {
  const { endpoint, multicall } = context
  const heads = [headCall('latest'), ...(at === undefined ? [] : [headCall(at)])]
  for (let left = maxMovingHeads; ; left--) {
    const all = await endpoint.ask([...heads, ...toAggregateCalls(multicall, reads, 'latest')])
    const [head, earlier] = all
    const block = blockOf(parseHead(requireResult(head)))
    const state = { block, ...(at === undefined ? {} : toAncestor(earlier)) }
    if (reads.length === 0) return { ...state, answers: [] }
    const answers = all.slice(heads.length)
    const taken = await takeAggregates(endpoint, { multicall, inner: reads, answers, block: block.number })
    if (taken?.stamps.every(({ time }) => time === block.time)) return { ...state, answers: taken.answers }
    if (left === 0) return { ...state, answers: (await readRound(context, reads, block.number)).answers }
  }
}

/** Some nodes refuse a block above their head, others answer with nothing. */
function toAncestor(answer: RpcAnswer | undefined): Pick<BlockRead, 'ancestor'> {
  const hasIt = answer !== undefined && 'result' in answer && answer.result !== null
  return hasIt ? { ancestor: blockOf(parseHead(answer.result)) } : {}
}

interface BroadcastRequest {
  readonly raw: Hex
  readonly hash: Hex
  readonly to: 'one' | 'all'
  readonly begin: (endpoint: string) => Promise<void>
}

/** Checks the chain id first, so that an endpoint that now serves another chain does not get the bytes. */
async function broadcastToEndpoints(
  { use, useAll }: Endpoints,
  { raw, hash, to, begin }: BroadcastRequest,
): Promise<readonly BroadcastResult[]> {
  const ready = async (endpoint: CheckedEndpoint): Promise<CheckedEndpoint> => {
    await endpoint.ask([], { again: true })
    return endpoint
  }
  const endpoints = to === 'all' ? await useAll(ready) : [await use(ready)]
  return Promise.all(
    endpoints.map(async (endpoint) => {
      await begin(endpoint.name)
      return broadcast(endpoint, { raw, hash })
    }),
  )
}

/** Bytes that others can read on the way are not private, so `--allow-http-rpc` does not apply. @throws `USAGE`. */
function requirePrivateUrl(text: string): URL {
  const url = new URL(text)
  if (url.protocol === 'https:' || isLocal(url)) return url
  throw fail('USAGE', { reason: `The private endpoint ${url.host} must be https.`, fix: 'name one with https://' })
}

/** With no nonce from an endpoint that has the block but not its state: the block alone may refute another's. */
async function fetchNonceWithBlock(endpoint: CheckedEndpoint, sender: Address, number: number) {
  const [answer] = await endpoint.ask([headCall(number)], { again: true })
  const block = blockOf(parseHead(requireResult(answer)))
  const nonce = await fetchNonceAt(endpoint, sender, number)
  return { endpoint: endpoint.name, block, nonce }
}
