import { decimalText } from '#domain/decimal'
import { fail, type SwapError } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, nativeToken, noBytes } from '#domain/units'
import { readAllowance, readBalance } from '#encoding/erc20'

/** What an owner has of the token a quote sells, and what our router may take of it. */
export interface Holdings {
  readonly owner: Address
  readonly balance: Amount
  /** `undefined` for the native currency, which needs none. */
  readonly allowance: Amount | undefined
}

/** @throws `TOKEN_UNREADABLE` where the token does not answer. */
export async function holdingsOf(
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

/** The failure of a swap that sells more than is there, or `undefined`. */
export function balanceIssue({ sell, request }: Quote, { owner, balance }: Holdings): SwapError | undefined {
  if (balance >= request.sellAmount) return undefined
  return fail('ESTIMATE_GAS_FAILED', {
    check: 'balance',
    reason: `The account holds ${said(balance, sell)}, but ${said(request.sellAmount, sell)} are to be sold.`,
    fix: 'sell less, or choose another --account',
    lacking: { token: sell.address, owner, required: String(request.sellAmount), actual: String(balance) },
  })
}

/** The failure of a swap whose allowance is missing, or `undefined`. */
export function allowanceIssue({ sell, request, id, router }: Quote, holdings: Holdings): SwapError | undefined {
  const { owner, allowance } = holdings
  const required = request.sellAmount
  if (allowance === undefined || allowance >= required) return undefined
  return fail('ESTIMATE_GAS_FAILED', {
    ...allowanceTooSmall(sell, allowance, required, `swapline approve ${id}`).details,
    lacking: { token: sell.address, owner, spender: router, required: String(required), actual: String(allowance) },
  })
}

/** What an owner lacks for a swap, or `undefined`. */
export async function lackingFor(chain: Chain, quote: Quote, owner: Address): Promise<SwapError | undefined> {
  const holdings = await holdingsOf(chain, quote, owner)
  return balanceIssue(quote, holdings) ?? allowanceIssue(quote, holdings)
}

export const allowanceTooSmall = (token: Token, allowance: Amount, needed: Amount, remedy: string) =>
  fail('ESTIMATE_GAS_FAILED', {
    check: 'allowance',
    reason: `The router may take ${said(allowance, token)}, but ${said(needed, token)} are needed.`,
    fix: remedy,
  })

const said = (raw: bigint, { decimals, symbol }: Token): string => `${decimalText(raw, decimals)} ${symbol}`
