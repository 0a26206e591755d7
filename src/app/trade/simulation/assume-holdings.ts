import { allowanceIssue, balanceIssue, type HeldTrade, readHoldings } from '#app/holdings'
import { type AssumingChain, findTokenSlot, readAssuming, toWord } from '#app/trade/simulation/find-token-slot'
import { readNativeBalance } from '#domain/calls/multicall3'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Chain } from '#domain/chain/port'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import type { Assumption } from '#domain/trade/dry-run'
import { type Address, type Amount, amount, type Hex, nativeToken, type Wei, wei } from '#domain/units'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'
import { guessAllowanceSlots, guessBalanceSlots } from '#encoding/tokens/storage-slots'

/** What a simulation may rest on. */
export type HoldingsState =
  | { readonly state: AssumedState; readonly assumed: readonly Assumption[] }
  /** What the account lacks, in a sentence, with the reason why it cannot be assumed. */
  | { readonly lacking: string }

export interface HoldingsRequest {
  readonly quote: HeldTrade
  readonly owner: Address
  /** Native currency for value and gas. */
  readonly nativeNeeded: Wei
  /** Assume nothing. */
  readonly isReal: boolean
}

type HoldingsChain = AssumingChain & Pick<Chain, 'read' | 'balance'> & { readonly network: Network }

/**
 * The state in which an account has what a swap needs: native currency, the token that is sold, and the allowance for
 * it. What it has is left as it is; every assumption is read back from the contracts before it counts.
 * @throws `TOKEN_UNREADABLE`
 */
export async function assumeHoldings(
  chain: HoldingsChain,
  { quote, owner, nativeNeeded, isReal }: HoldingsRequest,
): Promise<HoldingsState> {
  const [holdings, native] = await Promise.all([readHoldings(chain, quote, owner), chain.balance(owner)])
  const issue = balanceIssue(quote, holdings) ?? allowanceIssue(quote, holdings)
  if (isReal) return issue === undefined ? { state: {}, assumed: [] } : { lacking: issue.message }

  const found: { readonly state: AssumedState; readonly assumption: Assumption }[] = []
  if (native < nativeNeeded) {
    const one = await assumeNative(chain, { owner, actual: native, wanted: nativeNeeded })
    if (one === undefined) return { lacking: explainNative(chain.network, native, nativeNeeded) }
    found.push(one)
  }
  for (const search of quote.sell.address === nativeToken ? [] : toSearches(quote, owner, holdings)) {
    if (search.actual >= quote.request.sellAmount) continue
    const one = await assumeWord(chain, quote, search)
    if (one === undefined) return { lacking: `${issue?.message ?? ''} ${explainToken(quote.sell, search.of)}`.trim() }
    found.push(one)
  }
  return { state: mergeStates(found.map(({ state }) => state)), assumed: found.map(({ assumption }) => assumption) }
}

interface TokenSearch {
  readonly of: 'balance' | 'allowance'
  readonly owner: Address
  readonly actual: Amount
  readonly guesses: readonly Hex[]
}

const toSearches = (
  { router }: HeldTrade,
  owner: Address,
  { balance, allowance }: { readonly balance: Amount; readonly allowance: Amount | undefined },
): readonly TokenSearch[] => [
  { of: 'balance', owner, actual: balance, guesses: guessBalanceSlots(owner) },
  { of: 'allowance', owner, actual: allowance ?? amount(0n), guesses: guessAllowanceSlots(owner, router) },
]

async function assumeWord(
  chain: HoldingsChain,
  { sell, router, request }: HeldTrade,
  { of, owner, actual, guesses }: TokenSearch,
): Promise<{ readonly state: AssumedState; readonly assumption: Assumption } | undefined> {
  const read = of === 'balance' ? readBalance(sell.address, owner) : readAllowance(sell.address, owner, router)
  const wanted = request.sellAmount
  const slot = await findTokenSlot(chain, { read, actual, wanted, guesses })
  if (slot === undefined) return undefined
  const spender = of === 'allowance' ? { spender: router } : {}
  return {
    state: { [sell.address]: { storage: { [slot]: toWord(wanted) } } },
    assumption: { of, token: sell, owner, ...spender, actual, assumed: wanted },
  }
}

async function assumeNative(
  chain: HoldingsChain,
  { owner, actual, wanted }: { readonly owner: Address; readonly actual: Wei; readonly wanted: Wei },
): Promise<{ readonly state: AssumedState; readonly assumption: Assumption } | undefined> {
  const { network } = chain
  const state = { [owner]: { balance: wanted } }
  if ((await readAssuming(chain, readNativeBalance(network.multicall, owner), state)) !== wanted) return undefined
  const token = {
    ...network.native,
    network: network.name,
    address: nativeToken,
    name: network.native.symbol,
    listed: true,
  }
  return {
    state,
    assumption: { of: 'balance', token, owner, actual: amount(actual), assumed: amount(wanted) },
  }
}

/** Of one contract, balance and allowance are two words. */
function mergeStates(states: readonly AssumedState[]): AssumedState {
  const merged: Record<Address, AssumedState[Address]> = {}
  for (const state of states)
    for (const [address, account] of Object.entries(state) as [Address, AssumedState[Address]][]) {
      const before = merged[address]
      const storage = { ...before?.storage, ...account.storage }
      merged[address] = { ...before, ...account, ...(Object.keys(storage).length === 0 ? {} : { storage }) }
    }
  return merged
}

const explainNative = ({ native }: Network, actual: Wei, wanted: Wei): string => {
  const say = (raw: bigint) => `${formatDecimal(raw, native.decimals)} ${native.symbol}`
  return `The account holds ${say(actual)}, but value and gas may cost ${say(wanted)}. The endpoint does not assume a balance.`
}

const explainToken = ({ symbol }: Token, of: TokenSearch['of']): string =>
  `Its ${of} cannot be assumed: where ${symbol} keeps it is not known, or the endpoint assumes no state.`

/** Native currency for value and gas, if a transaction pays at most `gasCost`. */
export const nativeFor = ({ request }: Pick<HeldTrade, 'request'>, gasCost: bigint): Wei =>
  wei((request.sell === nativeToken ? request.sellAmount : 0n) + gasCost)
