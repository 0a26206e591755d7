import type { DeployedContracts } from '#app/deployed-contracts'
import { listedToken } from '#app/tokens'
import type { IndexedPool, PoolIndex } from '#domain/creations'
import type { CodeState } from '#domain/deployed-code'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain, Survey, Surveyed } from '#domain/ports'
import type { Pool, Venue } from '#domain/protocol'
import { mayUse, meansNobody, type QuoteQuestion, type Shortfall } from '#domain/quote'
import type { Read } from '#domain/reads'
import type { LivePool, Snapshot } from '#domain/snapshot'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, type Hex, nativeToken, noBytes } from '#domain/units'
import { readAllowance, readBalance, readDecimals, readSymbol } from '#encoding/erc20'
import { routerOn } from '#encoding/router'

/** Everything a quote needs to know of the chain, seen at one block. */
export interface Seen {
  readonly snapshot: Snapshot
  /** Pools that were seen and may not be used, by the request's own word. */
  readonly barred: readonly Pool[]
  readonly sell: Token
  readonly buy: Token
  readonly holdings: { readonly balance: Amount; readonly allowance: Amount | undefined } | undefined
  /** What is at the address of the network's router. */
  readonly router: CodeState
}

/** The tokens a route may pass: both ends in their wrapped form, and the network's hubs. */
export const routeTokens = (network: Network, request: QuoteQuestion): readonly Address[] => [
  ...new Set([wrappedForm(network, request.sell), wrappedForm(network, request.buy), ...network.hubs]),
]

export const wrappedForm = ({ wrapped }: Network, token: Address): Address => (token === nativeToken ? wrapped : token)

/** The deployments a request leaves. @throws `LIQUIDITY_SOURCE_NOT_VALID` for a name that is none. */
export function venuesOf(network: Network, { include, exclude }: QuoteQuestion): readonly Venue[] {
  const isPool = (name: string) => /^0x[0-9a-f]{40}$/.test(name)
  const known = new Set(network.venues.map(({ name }) => name))
  const unknown = [...include, ...exclude].filter((name) => !isPool(name) && !known.has(name))
  if (unknown.length > 0) throw fail('LIQUIDITY_SOURCE_NOT_VALID', { names: unknown.join(', ') })

  const wanted = include.filter((name) => !isPool(name))
  const all = include.length === 0 || include.some(isPool)
  return network.venues.filter(({ name }) => (all || wanted.includes(name)) && !exclude.includes(name))
}

interface SurveyContext {
  readonly chain: Chain
  readonly index: PoolIndex | undefined
  readonly contracts: DeployedContracts
}

/**
 * Pools, token facts, holdings, fees and the router's code in one round trip.
 * @throws `TOKEN_UNREADABLE`, `DECIMALS_DIFFER`; what `Chain.survey` throws.
 */
export async function survey(
  { chain, index, contracts }: SurveyContext,
  request: QuoteQuestion,
  options: Pick<Survey, 'block' | 'widen'> = {},
): Promise<Seen> {
  const { network } = chain
  const questions = asking()
  const sell = describing(network, request.sell, questions)
  const buy = describing(network, request.buy, questions)
  const holdings = holding(network, request, questions)
  const [tokens, venues] = [routeTokens(network, request), venuesOf(network, request)]
  const router = routerOn(network)
  const codes = contracts.has(network.name, router) ? [] : [router.address]
  const seen = await chain.survey({
    tokens,
    venues,
    known: indexedPools(venues, (await index?.between(network.name, tokens)) ?? []),
    reads: questions.reads,
    balances: [request.from],
    codes,
    ...(request.block === undefined ? {} : { block: request.block, exactly: true }),
    ...options,
  })
  const isFree = ({ pool }: LivePool) => mayUse(request, pool)
  const pools = seen.snapshot.pools.filter(isFree)
  return {
    snapshot: { ...seen.snapshot, pools, gasPrice: request.gasPrice ?? seen.snapshot.gasPrice },
    barred: seen.snapshot.pools.flatMap((live) => (isFree(live) ? [] : [live.pool])),
    sell: sell(seen.answers),
    buy: buy(seen.answers),
    holdings: holdings(seen),
    router: codes.length === 0 ? 'deployed' : contracts.note(network.name, router, seen.codes[0] ?? noBytes),
  }
}

/** A pool whose source was left out, or is no more, is none. One that the source names by itself is not named twice. */
function indexedPools(venues: readonly Venue[], indexed: readonly IndexedPool[]): readonly Pool[] {
  const sources = new Map(venues.map((venue) => [venue.name, venue]))
  return indexed.flatMap(({ source, pool }) => {
    const venue = sources.get(source)
    const isNamed = venue?.pools?.some(({ address }) => address === pool.address) ?? false
    return venue === undefined || isNamed ? [] : [{ ...pool, venue }]
  })
}

/** Collects reads; each gives back how its answer is found among all. */
function asking() {
  const reads: Read<unknown>[] = []
  const add = <T>(read: Read<T>): ((answers: readonly Hex[]) => T) => {
    const index = reads.push(read) - 1
    return (answers) => read.decode(answers[index] ?? noBytes)
  }
  return { reads, add }
}

type Questions = ReturnType<typeof asking>

/** A listed token's decimals are read again and compared; any other token is believed as its contract says it. */
function describing(network: Network, address: Address, { add }: Questions): (answers: readonly Hex[]) => Token {
  const listed = listedToken(network, address)
  if (listed !== undefined && address === nativeToken) return () => listed
  const decimals = add(readDecimals(address))
  const symbol = listed === undefined ? add(readSymbol(address)) : () => listed.symbol
  return (answers) => {
    const read = readable(network, address, () => ({ decimals: decimals(answers), symbol: symbol(answers) }))
    if (listed === undefined) return { network: network.name, address, ...read, listed: false }
    if (listed.decimals === read.decimals) return listed
    throw fail('DECIMALS_DIFFER', { token: listed.symbol, listed: listed.decimals, actual: read.decimals })
  }
}

function readable<T>(network: Network, address: Address, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw fail('TOKEN_UNREADABLE', { address, network: network.name }, { cause })
  }
}

function holding(network: Network, request: QuoteQuestion, { add }: Questions): (seen: Surveyed) => Seen['holdings'] {
  const { from, sell } = request
  if (meansNobody(from)) return () => undefined
  if (sell === nativeToken) return ({ balances }) => ({ balance: amount(balances[0] ?? 0n), allowance: undefined })
  const balance = add(readBalance(sell, from))
  const allowance = add(readAllowance(sell, from, routerOn(network).address))
  return ({ answers }) => ({ balance: balance(answers), allowance: allowance(answers) })
}

/** What the holder lacks; `undefined` for a holder who means nobody. */
export function issuesOf(seen: Seen, required: Amount) {
  if (seen.holdings === undefined) return undefined
  const short = (actual: Amount | undefined): Shortfall | undefined =>
    actual === undefined || actual >= required ? undefined : { actual, required }
  return { allowance: short(seen.holdings.allowance), balance: short(seen.holdings.balance) }
}
