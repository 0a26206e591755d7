/** A chain as the use cases see it: implemented in `src/chain`, passed in as context. */

import type { Read } from '#domain/calls/reads'
import type { AssumedState } from '#domain/chain/assumed-state'
import type {
  BroadcastResult,
  NonceSearch,
  NonceUser,
  Reach,
  TransactionCheck,
  TransactionQuery,
} from '#domain/chain/chain-evidence'
import type {
  LensMode,
  PoolSurveyRequest,
  PoolSurveyResult,
  StateRefreshRequest,
  StateRefreshResult,
} from '#domain/chain/survey'
import type { CallFrame } from '#domain/debugging/trace'
import type { ObservedBlock } from '#domain/journal/observations'
import type { MinedFacts } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import type { GasFees, Payload } from '#domain/payload'
import type { LogSearch, LogSearchResult } from '#domain/pools/creations'
import type { Block } from '#domain/pools/snapshot'
import type { Address, Gas, Hex, Wei } from '#domain/units'

export interface Simulation {
  readonly ok: boolean
  /** The call's return data, or its revert data. */
  readonly data: Hex
  /** The node's error message, if any. */
  readonly reason: string
}

/** What a chain's nodes tell of larger blocks. */
export interface LargeBlockTerms {
  readonly isChosen: boolean | undefined
  /** Of a unit of gas in the next one. */
  readonly gasPrice: Wei | undefined
}

/** The result of one simulated call. */
export interface SimulatedCall {
  readonly ok: boolean
  readonly data: Hex
  readonly logs: Receipt['logs']
  /** Including the transaction's own costs, after refunds. */
  readonly gasUsed: Gas
}

export interface Receipt extends MinedFacts {
  readonly status: 'success' | 'reverted'
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

/** What contracts answered in the state of one block of one endpoint. */
export interface BlockRead {
  readonly block: Block
  readonly answers: readonly Hex[]
  /** The same endpoint's block of the height that was asked for, in the same post; absent if it has none. */
  readonly ancestor?: Block
}

/** One chain, over the user's endpoints for it. Every method may throw `NETWORK_UNAVAILABLE` or `WRONG_CHAIN`. */
export interface Chain {
  readonly network: Network
  /** The endpoints in the settings, best first, by the names that evidence gives them. */
  readonly endpoints: readonly string[]
  /**
   * One sequential round trip in most cases; checks the endpoint's chain id in it.
   * @throws `BLOCK_NOT_AVAILABLE` if no endpoint has the block that `requiresBlock` demands.
   */
  survey(survey: PoolSurveyRequest): Promise<PoolSurveyResult>
  /** The states of known pools at the head or another block, in one sequential round trip in most cases. */
  refreshStates(renewal: StateRefreshRequest): Promise<StateRefreshResult>
  /** Answers at the head, in order; `0x` for a failed call. */
  read(reads: readonly Read<unknown>[]): Promise<readonly Hex[]>
  /**
   * As `read`, with the block in whose state the contracts answered.
   * @param at the height of an earlier block, whose hash tells which branch the endpoint is on
   */
  readWithBlock(reads: readonly Read<unknown>[], at?: number): Promise<BlockRead>
  /** As `readWithBlock`, at every endpoint that answers. */
  allReadsWithBlock(reads: readonly Read<unknown>[], at?: number): Promise<readonly BlockRead[]>
  /** As `allReadsWithBlock`, but waits for each endpoint until it fails: a slow one may be the one that tells the truth. */
  eachReadsWithBlock(reads: readonly Read<unknown>[]): Promise<readonly BlockRead[]>
  head(): Promise<Block>
  /** The best way in which the endpoint in use runs code of ours in a call. */
  findLensMode(): Promise<LensMode>
  /**
   * By every endpoint that answers: none of several has a tip raised alone.
   * @param call what is to be sent, on a chain whose price depends on it; if it fails there, the head's fees
   */
  fees(call?: Pick<Payload, 'from' | 'to' | 'data' | 'value'>): Promise<GasFees>
  /** Of a chain with larger blocks for accounts that chose them; `undefined` for what its nodes do not tell. */
  askLargeBlocks(account: Address): Promise<LargeBlockTerms>
  balance(address: Address): Promise<Wei>
  code(address: Address): Promise<Hex>
  /** As `code`, of several contracts at one endpoint, in order. */
  codes(addresses: readonly Address[]): Promise<readonly Hex[]>
  /** As `codes`, at every endpoint that answers. */
  allCodes(addresses: readonly Address[]): Promise<readonly (readonly Hex[])[]>
  /** The next free nonce counting mined and counting pending transactions, with the head requested just before. */
  nonces(address: Address): Promise<AccountNonces>
  /** As `nonces`, at every endpoint that answers. */
  allNonces(address: Address): Promise<readonly AccountNonces[]>
  /** @param assumed instead of the chain's state; a node that does not support this may ignore it */
  simulate(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>, assumed?: AssumedState): Promise<Simulation>
  /**
   * A call on the state after a block; `undefined` if no endpoint executes it, mostly because none has that state any
   * more. The call gets `gasLimit` gas if it is set, otherwise as much as the node gives.
   */
  simulateAt(call: PastCall, block: number): Promise<PastSimulation | undefined>
  /** The same by each endpoint that executes it. @throws `NETWORK_UNAVAILABLE` if none answers */
  allSimulationsAt(call: PastCall, block: number): Promise<readonly PastSimulation[]>
  /** How a mined transaction failed; `undefined` if it did not, or no endpoint traces. */
  traceRevert(hash: Hex): Promise<PastSimulation | undefined>
  /** Every call of a mined transaction; `undefined` if no endpoint traces. */
  traceCalls(hash: Hex): Promise<CallFrame | undefined>
  /** The same by each endpoint that traces. @throws `NETWORK_UNAVAILABLE` if none answers */
  allTraces(hash: Hex): Promise<readonly CallFrame[]>
  /** Every call of a call on the state after a block; `undefined` if no endpoint traces, or none has that state. */
  traceCallsAt(call: PastCall, block: number): Promise<CallFrame | undefined>
  /** Executes calls in order on top of the head, each on the state of those before it; `undefined` if no node can. */
  simulateCalls(
    calls: readonly Pick<Payload, 'from' | 'to' | 'data' | 'value'>[],
    assumed?: AssumedState,
  ): Promise<readonly SimulatedCall[] | undefined>
  /** The word in a slot of a contract's storage, at the head. */
  storageAt(address: Address, slot: Hex): Promise<Hex>
  /** @throws `ESTIMATE_GAS_FAILED` with the node's error message if the call reverts. */
  estimateGas(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>, assumed?: AssumedState): Promise<Gas>
  /**
   * Broadcasts signed bytes, once per endpoint: to the first that answers with the right chain id, or to all. An answer with
   * another hash than theirs is none.
   * @param begin called before the bytes leave for an endpoint; if it throws, they do not
   * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN` if no endpoint was given the bytes.
   */
  broadcast(
    signed: { readonly raw: Hex; readonly hash: Hex },
    to: 'one' | 'all',
    begin: (endpoint: string) => Promise<void>,
  ): Promise<readonly BroadcastResult[]>
  /**
   * Posts signed bytes, and nothing else, to one URL that is no endpoint of this chain. Nothing is asked first: what
   * serves another chain cannot execute them. Answers count as for `broadcast`.
   * @param begin as for `broadcast`; it gets the URL's host
   */
  broadcastPrivately(
    signed: { readonly raw: Hex; readonly hash: Hex },
    url: string,
    begin: (endpoint: string) => Promise<void>,
  ): Promise<BroadcastResult>
  /**
   * Looks for a transaction.
   * @returns at least one look; failing endpoints are omitted. @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`.
   */
  checkTransaction(query: TransactionQuery, at: Reach): Promise<readonly TransactionCheck[]>
  /**
   * The transaction that used a nonce, by every endpoint that has its block: one of our own if any of them lists it there,
   * otherwise one that the account signed. Of a type whose signature cannot be checked, two endpoints have to show it, or
   * the only one that answers.
   * @returns `undefined` if the endpoints cannot tell, or show different ones, or the nonce is still free.
   * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
   */
  findNonceUser(search: NonceSearch): Promise<NonceUser | undefined>
  /**
   * A block by every endpoint that has it, and an account's nonce in its state, unless that state was pruned.
   * @param at `all` by default
   */
  nonceAt(
    sender: Address,
    block: number,
    at?: Exclude<Reach, 'one'>,
  ): Promise<
    readonly { readonly endpoint: string; readonly block: ObservedBlock; readonly nonce: number | undefined }[]
  >
  /** An account's balance of a token or of native currency in the state of a block; `undefined` if no node knows it. */
  balanceAt(token: Address, owner: Address, block: number): Promise<bigint | undefined>
  receipt(hash: Hex): Promise<Receipt | undefined>
  /** Those of these transactions that an endpoint knows, mined or pending, in no particular order. What it forges is left out. */
  transactions(hashes: readonly Hex[]): Promise<readonly ShownTransaction[]>
  /**
   * A transaction with its receipt, from the first endpoint that knows it; `undefined` if none does. Its fields give its
   * hash and its sender; of a type whose hash is not known here, all endpoints that know it show the same.
   * @throws `TRANSACTION_DISPUTED`
   */
  findTransaction(hash: Hex): Promise<FoundTransaction | undefined>
  /**
   * Hashes of the transactions in which an ERC-20 logged a transfer from or to `account`: of all endpoints that answer, each
   * hash once.
   */
  transfers(search: TransferSearch): Promise<readonly Hex[]>
  /** The same of each endpoint that answers, oldest block first. */
  allTransfers(search: TransferSearch): Promise<readonly (readonly Hex[])[]>
  /** Logs of a contract. Nodes limit the blocks of one answer, each in its own way, so the span is found by trial. */
  logs(search: LogSearch): Promise<LogSearchResult>
  /** As `logs`, all of them, at every endpoint that answers, with the last block of each. */
  allLogs(search: LogSearch): Promise<readonly CompleteLogs[]>
  /** The blocks at these heights; `undefined` if there is none. */
  blocks(numbers: readonly number[]): Promise<readonly (Block | undefined)[]>
  /** The creation block of a contract; 0 if the node does not keep the states to find it. */
  findCreationBlock(address: Address): Promise<number>
}

/** Every log of a search, by one endpoint. */
export interface CompleteLogs {
  readonly logs: LogSearchResult['logs']
  /** The search's last block. */
  readonly last: Block
}

export interface AccountNonces {
  readonly endpoint: string
  readonly head: ObservedBlock
  readonly latest: number
  /** Never less than `latest`. */
  readonly pending: number
}

/** A transaction as it was sent. */
export interface ChainTransaction {
  readonly hash: Hex
  readonly from: Address
  /** `undefined` if it creates a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly value: Wei
  readonly nonce: number
  readonly gasLimit: Gas
  /** `undefined` while pending. */
  readonly block: number | undefined
}

/** A call on a past state. */
export interface PastCall extends Pick<Payload, 'from' | 'to' | 'data' | 'value'> {
  readonly gasLimit?: Gas
}

export interface PastSimulation extends Simulation {
  /** The outermost call ran out of gas. */
  readonly isOutOfGas: boolean
}

/** A transaction as one endpoint shows it. */
export interface ShownTransaction extends ChainTransaction {
  /** As of {@link FoundTransaction}. */
  readonly isProven: boolean
}

/** A transaction and, once it is mined, its receipt. */
export interface FoundTransaction {
  readonly transaction: ChainTransaction
  readonly receipt: Receipt | undefined
  /** Hash and sender were computed from its fields; false if its type is not known here. */
  readonly isProven: boolean
}

/** Blocks from the first to the last, both included. */
export interface TransferSearch {
  readonly account: Address
  /** Only transfers that take some of this token from the account: anybody can send it dust, or log a transfer of nothing. */
  readonly taken?: Address
  readonly first: number
  readonly last: number
}
