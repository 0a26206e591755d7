import type { Chain } from '#domain/chain/port'
import { fail, type SwapError } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Quote } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, nativeToken, noBytes } from '#domain/units'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'

/** An owner's balance of the input token and its allowance for our router. */
export interface Holdings {
  readonly owner: Address
  readonly balance: Amount
  /** `undefined` for the native currency, which needs none. */
  readonly allowance: Amount | undefined
}

/** What a swap takes from its owner. */
export interface HeldTrade extends Pick<Quote, 'sell' | 'router'> {
  readonly request: Pick<Quote['request'], 'sell' | 'sellAmount'>
  /** Of a quote. */
  readonly id?: Quote['id']
}

/** @throws `TOKEN_UNREADABLE` if the token does not answer. */
export async function readHoldings(
  chain: Pick<Chain, 'read' | 'balance'>,
  { sell, router }: Pick<Quote, 'sell' | 'router'>,
  owner: Address,
): Promise<Holdings> {
  if (sell.address === nativeToken) return { owner, balance: amount(await chain.balance(owner)), allowance: undefined }
  const reads = [readBalance(sell.address, owner), readAllowance(sell.address, owner, router)] as const
  const [balance, allowance] = await chain.read(reads)
  try {
    return { owner, balance: reads[0].decode(balance ?? noBytes), allowance: reads[1].decode(allowance ?? noBytes) }
  } catch (cause) {
    throw fail('TOKEN_UNREADABLE', { address: sell.address, network: sell.network }, { cause })
  }
}

/** The failure if a swap sells more than the balance, else `undefined`. */
export function balanceIssue({ sell, request }: HeldTrade, { owner, balance }: Holdings): SwapError | undefined {
  if (balance >= request.sellAmount) return undefined
  return fail('ESTIMATE_GAS_FAILED', {
    check: 'balance',
    reason: `The account holds ${formatAmount(balance, sell)}, but ${formatAmount(request.sellAmount, sell)} are to be sold.`,
    fix: 'sell less, or choose another --account',
    lacking: { token: sell.address, owner, required: String(request.sellAmount), actual: String(balance) },
  })
}

/** The failure if the allowance is too small, else `undefined`. */
export function allowanceIssue({ sell, request, id, router }: HeldTrade, holdings: Holdings): SwapError | undefined {
  const { owner, allowance } = holdings
  const required = request.sellAmount
  if (allowance === undefined || allowance >= required) return undefined
  return fail('ESTIMATE_GAS_FAILED', {
    ...allowanceFailure(sell, allowance, required, `swapline approve ${id ?? '<token> <amount>'}`).details,
    lacking: { token: sell.address, owner, spender: router, required: String(required), actual: String(allowance) },
  })
}

/** The failure if an owner lacks balance or allowance for a swap, else `undefined`. */
export async function findHoldingsIssue(chain: Chain, quote: Quote, owner: Address): Promise<SwapError | undefined> {
  const holdings = await readHoldings(chain, quote, owner)
  return balanceIssue(quote, holdings) ?? allowanceIssue(quote, holdings)
}

export const allowanceFailure = (token: Token, allowance: Amount, needed: Amount, remedy: string) =>
  fail('ESTIMATE_GAS_FAILED', {
    check: 'allowance',
    reason: `The router may take ${formatAmount(allowance, token)}, but ${formatAmount(needed, token)} are needed.`,
    fix: remedy,
  })

const formatAmount = (raw: bigint, { decimals, symbol }: Token): string => `${formatDecimal(raw, decimals)} ${symbol}`
