import type { DeployedContracts } from '#app/deployed-contracts'
import { findPublishedToken } from '#app/tokens'
import type { Read } from '#domain/calls/reads'
import type { Chain } from '#domain/chain/port'
import type { PoolSurveyRequest, PoolSurveyResult } from '#domain/chain/survey'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { IndexedPool, PoolIndex } from '#domain/pools/creations'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import { type AnyQuoteRequest, isPlaceholderAddress, isPoolAllowed, type Shortfall } from '#domain/quotes/quote'
import { getRouteTokens } from '#domain/route-tokens'
import type { Token } from '#domain/token'
import type { CodeState } from '#domain/trade/deployed-code'
import { type Address, type Amount, amount, type Hex, nativeToken, noBytes } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance, readBalance, readDecimals, readSymbol } from '#encoding/tokens/erc20'

/** The chain data of a quote, all at one block. */
export interface SurveyedMarket {
  readonly snapshot: Snapshot
  /** Pools that were read but are excluded by the request. */
  readonly excludedPools: readonly Pool[]
  readonly sell: Token
  readonly buy: Token
  readonly holdings: { readonly balance: Amount; readonly allowance: Amount | undefined } | undefined
  /** What the recipient holds of the bought token; absent if it was not read. */
  readonly recipientHolds?: Amount | undefined
  /** The code at the address of the network's router. */
  readonly router: CodeState
}

export const toWrapped = ({ wrapped }: Pick<Network, 'wrapped'>, token: Address): Address =>
  token === nativeToken ? wrapped : token

/** The deployments that a request allows. @throws `LIQUIDITY_SOURCE_NOT_VALID` for an unknown name. */
export function selectVenues(network: Network, { include, exclude }: AnyQuoteRequest): readonly Venue[] {
  const isPool = (name: string) => /^0x[0-9a-f]{40}$/.test(name)
  const known = new Set(network.venues.map(({ name }) => name))
  const unknown = [...include, ...exclude].filter((name) => !isPool(name) && !known.has(name))
  if (unknown.length > 0) throw fail('LIQUIDITY_SOURCE_NOT_VALID', { names: unknown.join(', '), network: network.name })

  const wanted = include.filter((name) => !isPool(name))
  const all = include.length === 0 || include.some(isPool)
  return network.venues.filter(({ name }) => (all || wanted.includes(name)) && !exclude.includes(name))
}

interface SurveyContext {
  readonly chain: Chain
  readonly index: PoolIndex | undefined
  readonly contracts: DeployedContracts
  readonly throughRouter?: boolean | undefined
}

/**
 * Pools, token facts, holdings, fees and the router's code in one round trip.
 * @throws `TOKEN_UNREADABLE`, `DECIMALS_DIFFER`; what `Chain.survey` throws.
 */
export async function survey(
  { chain, index, contracts, throughRouter }: SurveyContext,
  request: AnyQuoteRequest,
  options: Pick<PoolSurveyRequest, 'block' | 'widen'> = {},
): Promise<SurveyedMarket> {
  const { network } = chain
  const questions = createReadBatch()
  const sell = addTokenReads(network, await findKnownToken(network, request.sell), questions)
  const buy = addTokenReads(network, await findKnownToken(network, request.buy), questions)
  const holdings = addHoldingsReads(network, request, questions)
  const recipient = addRecipientRead(request, questions)
  const venues = selectVenues(network, request)
  const { common, ends, intermediates } = getRouteTokens(network, [request.sell, request.buy])
  const router = getRouter(network)
  const codes = contracts.has(network.name, router) ? [] : [router.address]
  const seen = await chain.survey({
    tokens: common,
    partners: { of: ends, candidates: intermediates },
    venues,
    known: selectIndexedPools(venues, (await index?.findBetween(network.name, [...common, ...intermediates])) ?? []),
    reads: questions.reads,
    balances: [request.from, request.to],
    codes,
    ...(request.block === undefined ? {} : { block: request.block, requiresBlock: true }),
    ...options,
  })
  const isFree = ({ pool }: LivePool) => isPoolAllowed(request, pool)
  const snapshot = throughRouter ? withoutSecondFee(seen.snapshot, request.buy) : seen.snapshot
  const pools = snapshot.pools.filter(isFree)
  return {
    snapshot: { ...snapshot, pools, gasPrice: request.gasPrice ?? snapshot.gasPrice },
    excludedPools: seen.snapshot.pools.flatMap((live) => (isFree(live) ? [] : [live.pool])),
    sell: sell(seen.answers),
    buy: buy(seen.answers),
    holdings: holdings(seen),
    recipientHolds: recipient(seen),
    router: codes.length === 0 ? 'deployed' : contracts.note(network.name, router, seen.codes[0] ?? noBytes),
  }
}

/** Skips pools that pay the bought token to a router that pays it on: its fee between two accounts is not measured. */
function withoutSecondFee(snapshot: Snapshot, bought: Address): Snapshot {
  const isTaxed = ({ pool }: LivePool) => pool.feeOnTransfer?.includes(bought) === true
  const skipped = snapshot.pools.filter(isTaxed).map(({ pool }) => ({ pool, reason: 'transfer_fee' as const }))
  return {
    ...snapshot,
    pools: snapshot.pools.filter((live) => !isTaxed(live)),
    skipped: [...(snapshot.skipped ?? []), ...skipped],
  }
}

/** Drops pools whose source is excluded or gone, and those that the source already lists itself. */
function selectIndexedPools(venues: readonly Venue[], indexed: readonly IndexedPool[]): readonly Pool[] {
  const sources = new Map(venues.map((venue) => [venue.name, venue]))
  return indexed.flatMap(({ source, pool }) => {
    const venue = sources.get(source)
    const isNamed = venue?.pools?.some(({ address }) => address === pool.address) ?? false
    return venue === undefined || isNamed ? [] : [{ ...pool, venue }]
  })
}

/** Collects reads; each returns a function that picks its answer. */
function createReadBatch() {
  const reads: Read<unknown>[] = []
  const add = <T>(read: Read<T>): ((answers: readonly Hex[]) => T) => {
    const index = reads.push(read) - 1
    return (answers) => read.decode(answers[index] ?? noBytes)
  }
  return { reads, add }
}

type ReadBatch = ReturnType<typeof createReadBatch>

interface KnownToken {
  readonly address: Address
  readonly listed: Token | undefined
}

const findKnownToken = async (network: Network, address: Address): Promise<KnownToken> => ({
  address,
  listed: await findPublishedToken(network, address),
})

/** A listed token's decimals are read and compared; any other token's contract is trusted. */
function addTokenReads(
  network: Network,
  { address, listed }: KnownToken,
  { add }: ReadBatch,
): (answers: readonly Hex[]) => Token {
  if (listed !== undefined && address === nativeToken) return () => listed
  const decimals = add(readDecimals(address))
  const symbol = listed === undefined ? add(readSymbol(address)) : () => listed.symbol
  return (answers) => {
    const read = decodeOrFail(network, address, () => ({ decimals: decimals(answers), symbol: symbol(answers) }))
    if (listed === undefined) return { network: network.name, address, ...read, listed: false }
    if (listed.decimals === read.decimals) return listed
    throw fail('DECIMALS_DIFFER', { token: listed.symbol, listed: listed.decimals, actual: read.decimals })
  }
}

function decodeOrFail<T>(network: Network, address: Address, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw fail('TOKEN_UNREADABLE', { address, network: network.name }, { cause })
  }
}

function addHoldingsReads(
  network: Network,
  request: AnyQuoteRequest,
  { add }: ReadBatch,
): (seen: PoolSurveyResult) => SurveyedMarket['holdings'] {
  const { from, sell } = request
  if (isPlaceholderAddress(from)) return () => undefined
  if (sell === nativeToken) return ({ balances }) => ({ balance: amount(balances[0] ?? 0n), allowance: undefined })
  const balance = add(readBalance(sell, from))
  const allowance = add(readAllowance(sell, from, getRouter(network).address))
  return ({ answers }) => ({ balance: balance(answers), allowance: allowance(answers) })
}

/** A token that does not answer costs no quote: the recipient is then taken for a usual one. */
function addRecipientRead(
  { to, buy }: AnyQuoteRequest,
  { add }: ReadBatch,
): (seen: PoolSurveyResult) => Amount | undefined {
  if (isPlaceholderAddress(to)) return () => undefined
  if (buy === nativeToken) return ({ balances }) => amount(balances[1] ?? 0n)
  const balance = add(readBalance(buy, to))
  return ({ answers }) => {
    try {
      return balance(answers)
    } catch {
      return undefined
    }
  }
}

/** What the holder lacks; `undefined` for a placeholder holder. */
export function findIssues(seen: SurveyedMarket, required: Amount) {
  if (seen.holdings === undefined) return undefined
  const short = (actual: Amount | undefined): Shortfall | undefined =>
    actual === undefined || actual >= required ? undefined : { actual, required }
  return { allowance: short(seen.holdings.allowance), balance: short(seen.holdings.balance) }
}
