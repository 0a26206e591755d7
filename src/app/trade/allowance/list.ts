import type { TradeContext } from '#app/context'
import { findToken, getListedTokens } from '#app/tokens'
import { type EndpointViews, readSupportedViews } from '#app/trade/supported-height'
import { fail } from '#domain/errors'
import type { Block } from '#domain/pools/snapshot'
import type { Token } from '#domain/token'
import type { AllowanceList, AllowancesRequest, KnownAllowance } from '#domain/trade/allowances'
import { type Address, type Amount, nativeToken, noBytes } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'

/**
 * What each known spender may take of each token, at the newest block: the most that any endpoint shows, as one alone could
 * hide what is given. The native currency has no allowances.
 * @throws `TOKEN_UNREADABLE` for a token of the request that does not answer.
 */
export async function listAllowances(context: ListContext, request: AllowancesRequest): Promise<AllowanceList> {
  const { states: _, ...list } = await listWithStates(context, request)
  return list
}

type ListContext = Pick<TradeContext, 'chain' | 'clock' | 'journal'>

/** As {@link listAllowances}. @param at as `Chain.readWithBlock` takes it @returns `states`: of each endpoint that counts */
export async function listWithStates(
  { chain: chainOf, clock, journal }: ListContext,
  request: AllowancesRequest,
  at?: number,
): Promise<AllowanceList & { readonly states: EndpointViews }> {
  const { network, owner, spender } = request
  const chain = await chainOf(network)
  const ours = getRouter(chain.network).address
  const uses = (await journal.listAllowanceUses(network, owner)).filter(({ token }) => token !== nativeToken)
  const spenders = spender === undefined ? unique([ours, ...uses.map((one) => one.spender)]) : [spender]
  const listed = request.tokens ?? getListedTokens(chain.network)
  const known = listed.filter(({ address }) => address !== nativeToken)
  const unlisted = unique(uses.map(({ token }) => token)).filter(
    (address) => request.tokens === undefined && known.every((token) => token.address !== address),
  )
  const found = await Promise.all(unlisted.map((address) => findToken(chain, address)))
  const tokens = [...known, ...found.filter((token) => token !== undefined)]

  const pairs = tokens.flatMap((token) => spenders.map((one) => ({ token, spender: one })))
  const reads = pairs.map((pair) => readAllowance(pair.token.address, owner, pair.spender))
  const views = await readSupportedViews(chain, reads, clock.now(), at)
  const unread = new Set(unlisted.filter((_, i) => found[i] === undefined))
  const allowances = pairs.flatMap((pair, i): readonly KnownAllowance[] => {
    const told = views.flatMap(({ answers }) => decodeOrUndefined(() => reads[i]?.decode(answers[i] ?? noBytes)) ?? [])
    const allowance = findMost(told)
    if (allowance !== undefined) return [{ ...pair, isOurs: pair.spender === ours, allowance }]
    if (request.tokens !== undefined) throw unreadableFailure(pair.token)
    unread.add(pair.token.address)
    return []
  })
  return { block: findNewestBlock(views), allowances, unread: [...unread], states: views }
}

const unique = (addresses: readonly Address[]): readonly Address[] => [...new Set(addresses)]

const findNewestBlock = ([first, ...others]: EndpointViews): Block =>
  others.reduce((newest, { block }) => (block.number > newest.number ? block : newest), first.block)

/** `undefined` of none. */
const findMost = (told: readonly Amount[]): Amount | undefined =>
  told.reduce<Amount | undefined>((most, one) => (most === undefined || one > most ? one : most), undefined)

const unreadableFailure = ({ address, network }: Token) => fail('TOKEN_UNREADABLE', { address, network })

function decodeOrUndefined(decode: () => Amount | undefined): Amount | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
