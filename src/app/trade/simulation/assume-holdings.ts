import { toFeeAmount } from '#app/funds-in-tokens'
import { findGasToken } from '#app/gas-token'
import { allowanceIssue, balanceIssue, type HeldTrade, readHoldings } from '#app/holdings'
import { type AssumingChain, findTokenSlot, readAssuming, toWord } from '#app/trade/simulation/find-token-slot'
import { readNativeBalance } from '#domain/calls/multicall3'
import { uintAt } from '#domain/calls/words'
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
  | {
      readonly state: AssumedState
      readonly assumed: readonly Assumption[]
      /** What pays for gas is among it. */
      readonly assumesGas: boolean
    }
  /** What the account lacks, in a sentence, with the reason why it cannot be assumed. */
  | { readonly lacking: string }

export interface HoldingsRequest {
  readonly quote: HeldTrade
  readonly owner: Address
  /** What gas may cost at most. */
  readonly gasCost: Wei
  /** Assume nothing. */
  readonly isReal: boolean
}

type HoldingsChain = AssumingChain & Pick<Chain, 'read' | 'balance'> & { readonly network: Network }

/**
 * The state in which an account has what a swap needs: what pays for gas, the token that is sold, and the allowance for
 * it. What it has is left as it is; every assumption is read back from the contracts before it counts.
 * @throws `TOKEN_UNREADABLE`
 */
export async function assumeHoldings(
  chain: HoldingsChain,
  { quote, owner, gasCost, isReal }: HoldingsRequest,
): Promise<HoldingsState> {
  const [holdings, payer] = await Promise.all([
    readHoldings(chain, quote, owner),
    findGasPayer(chain, { quote, owner, gasCost }),
  ])
  const issue = balanceIssue(quote, holdings) ?? allowanceIssue(quote, holdings)
  if (isReal) return issue === undefined ? { state: {}, assumed: [], assumesGas: false } : { lacking: issue.message }

  const found: Found[] = []
  const assumesGas = payer.actual < payer.wanted
  for (const search of toSearches(quote, owner, { ...holdings, payer })) {
    const one = await (search.token.address === nativeToken ? assumeNative : assumeWord)(chain, search, quote)
    if (one !== undefined) found.push(one)
    else if (search === payer) return { lacking: explainGas(payer) }
    else return { lacking: `${issue?.message ?? ''} ${explainToken(quote.sell, search.of)}`.trim() }
  }
  const assumed = found.map(({ assumption }) => assumption)
  return { state: mergeStates(found.map(({ state }) => state)), assumed, assumesGas }
}

interface Found {
  readonly state: AssumedState
  readonly assumption: Assumption
}

interface TokenSearch {
  readonly of: 'balance' | 'allowance'
  readonly token: Token
  readonly owner: Address
  readonly actual: Amount
  readonly wanted: Amount
  readonly guesses: readonly Hex[]
}

/** What pays for gas, with what else the swap takes of the same balance. */
async function findGasPayer(
  chain: HoldingsChain,
  { quote, owner, gasCost }: Omit<HoldingsRequest, 'isReal'>,
): Promise<TokenSearch> {
  const { network } = chain
  const search = { of: 'balance', owner, guesses: guessBalanceSlots(owner) } as const
  const token = await findGasToken(chain, owner)
  const sold = token.address === quote.sell.address ? quote.request.sellAmount : 0n
  if (network.feeToken === undefined)
    return { ...search, token, actual: amount(await chain.balance(owner)), wanted: amount(sold + gasCost) }
  const [answer] = await chain.read([readBalance(token.address, owner)])
  const actual = answer === undefined || answer.length < 66 ? 0n : uintAt(answer, 0)
  return {
    ...search,
    token,
    actual: amount(actual),
    wanted: amount(sold + toFeeAmount(network, network.feeToken, gasCost)),
  }
}

/** What the account has too little of; a balance that pays for gas too is looked for once. */
function toSearches(
  { sell: token, router, request: { sellAmount: wanted } }: HeldTrade,
  owner: Address,
  {
    balance,
    allowance = amount(0n),
    payer,
  }: { readonly balance: Amount; readonly allowance: Amount | undefined; readonly payer: TokenSearch },
): readonly TokenSearch[] {
  const ofBalance = { of: 'balance', token, owner, actual: balance, wanted, guesses: guessBalanceSlots(owner) } as const
  const guesses = guessAllowanceSlots(owner, router)
  const ofAllowance = { of: 'allowance', token, owner, actual: allowance, wanted, guesses } as const
  const ofToken = token.address === nativeToken ? [] : [ofBalance, ofAllowance]
  const others = ofToken.filter(({ of }) => of === 'allowance' || token.address !== payer.token.address)
  return [payer, ...others].filter((search) => search.actual < search.wanted)
}

async function assumeWord(
  chain: HoldingsChain,
  { of, token, owner, actual, wanted, guesses }: TokenSearch,
  { router }: Pick<HeldTrade, 'router'>,
): Promise<Found | undefined> {
  const read = of === 'balance' ? readBalance(token.address, owner) : readAllowance(token.address, owner, router)
  const slot = await findTokenSlot(chain, { read, actual, wanted, guesses })
  if (slot === undefined) return undefined
  const spender = of === 'allowance' ? { spender: router } : {}
  return {
    state: { [token.address]: { storage: { [slot]: toWord(wanted) } } },
    assumption: { of, token, owner, ...spender, actual, assumed: wanted },
  }
}

async function assumeNative(
  chain: HoldingsChain,
  { token, owner, actual, wanted }: TokenSearch,
): Promise<Found | undefined> {
  const state = { [owner]: { balance: wei(wanted) } }
  const read = readNativeBalance(chain.network.multicall, owner)
  if ((await readAssuming(chain, read, state)) !== wei(wanted)) return undefined
  return { state, assumption: { of: 'balance', token, owner, actual, assumed: wanted } }
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

const explainGas = ({ token: { symbol, decimals }, actual, wanted }: TokenSearch): string => {
  const say = (raw: bigint) => `${formatDecimal(raw, decimals)} ${symbol}`
  return `The account holds ${say(actual)}, but what is sold of it and gas may cost ${say(wanted)}. The endpoint does not assume a balance.`
}

const explainToken = ({ symbol }: Token, of: TokenSearch['of']): string =>
  `Its ${of} cannot be assumed: where ${symbol} keeps it is not known, or the endpoint assumes no state.`
