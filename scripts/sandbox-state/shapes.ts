/** What the sandbox is deployed with, and what comes of it. Addresses are lower case. */
import type { Fact } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import type { Rpc } from '#sandbox/anvil/rpc'
import type { DevAccount } from '#sandbox/dev-accounts'
import type { PoolGround } from '#sandbox/pools/create'

export interface Sending {
  readonly from: string
  readonly to?: string
  readonly data: string
  readonly value?: bigint
}

export interface Chain {
  readonly rpc: Rpc
  sendFrom(rpc: Rpc, sending: Sending): Promise<void>
}

export interface FoundationContext extends Chain {
  readonly devAccounts: readonly DevAccount[]
}

export type Contracts = PoolGround
export type Tokens = Contracts['tokens']
export type TokenSymbol = keyof Tokens
export type Token = Tokens[TokenSymbol]

/** Creates and calls contracts from one account. */
export interface Deployer {
  /** The new contract's address. */
  create(code: string, types?: readonly string[], values?: readonly unknown[]): Promise<Address>
  call(to: string, signature: string, values: readonly unknown[], value?: bigint): Promise<void>
}

/** What a family uses to deploy its pools. Amounts are in smallest units. */
export interface FamilyContext extends Deployer {
  /** The account that creates and owns the family's contracts. */
  readonly maker: string
  readonly tokens: Tokens
  /** Compiles contracts of its own folder or of contracts/sandbox, by name. */
  compile<Name extends string>(names: readonly Name[], evmVersion?: string): Record<Name, string>
  /** Creation code of third-party contracts: `recorded('far-pools', 'StableSwap')`. */
  recorded(record: string, contract: string): string
  /** `read(to, 'getPair(address,address) view returns (address)', values)`: the results. */
  read(to: string, signature: string, values?: readonly unknown[]): Promise<unknown[]>
  /** Transfers tokens of the treasury; `amount` in whole tokens. */
  give(symbol: TokenSymbol, amount: number, to?: string): Promise<void>
  /** Whole tokens in the smallest unit. */
  raw(symbol: TokenSymbol, amount: number): bigint
  encode(types: readonly string[], values: readonly unknown[]): string
}

export type Facts = Readonly<Record<string, Fact | undefined>>

export interface KnownPool {
  readonly address: string
  readonly tokens: readonly string[]
  readonly feePpm: number
  readonly facts?: Facts
  readonly base?: string
}

/** As a network's entry states it. */
export interface DeployedVenue {
  readonly protocol: string
  readonly name: string
  readonly title: string
  readonly factory: string
  readonly feesPpm: readonly number[]
  readonly facts?: Facts
  readonly pools?: readonly KnownPool[]
}

export interface DeployedPool {
  /** The name of its venue. */
  readonly venue: string
  readonly symbols: readonly string[]
  readonly feePpm: number
  readonly address: string
}

export interface Deployed {
  readonly venues: readonly DeployedVenue[]
  readonly pools: readonly DeployedPool[]
}

/** The file of a family. */
export interface FamilyFile {
  deployFamily(context: FamilyContext): Promise<Deployed>
}

export type Pair<T> = readonly [T, T]
/** Reach below and above in spacings, and depth. */
export type Rung = readonly [below: number, above: number, depth: number]
