import { restoredRefund, TouchedSlots } from '#app/quoting/gas/slots'
import { type Leg, wholeShare } from '#domain/quotes/route'
import type { Address } from '#domain/units'

/** What the seller's and the recipient's slots hold before a swap. */
export interface SwapAccounts {
  /** The allowance becomes 0, becomes smaller, or is so large that tokens leave it as it is. */
  readonly allowance: 'spent' | 'lowered' | 'unlimited'
  readonly sellsWholeBalance: boolean
  /** The recipient holds none of the bought token, or no account has its address, for native currency. */
  readonly isNewRecipient: boolean
}

export interface TransferTerms extends SwapAccounts {
  readonly legs: readonly Leg[]
  readonly sold: Address
  readonly bought: Address
  readonly sellsNative: boolean
  readonly buysNative: boolean
  /** The router pays the recipient. */
  readonly isPaid: boolean
}

/** Touches of tokens by a route, in the order of the router. */
export interface RouteTransfers {
  readonly gas: number
  readonly refund: number
  /** How often each token is moved. */
  readonly counts: ReadonlyMap<Address, number>
  /** Legs whose input the leg before sent to their pool. */
  readonly fed: number
}

const [seller, router, recipient] = ['seller', 'router', 'recipient']

/**
 * The accounts and slots that the transfers of a route touch, each cold only once: legs that sell the same token share
 * the seller's balance and allowance. As `planTransfers` plans them.
 */
export function countTransfers(terms: TransferTerms): RouteTransfers {
  const { legs, sold, bought, sellsNative, buysNative, isPaid } = terms
  const touches: Touches = { slots: new TouchedSlots(), counts: new Map(), terms }
  const { slots, counts } = touches
  const receiver = isPaid || buysNative ? router : recipient
  if (sellsNative) {
    slots.touchAccount(sold)
    slots.write(balance(sold, router), false)
  }
  slots.touchAccount(bought)
  slots.read(balance(bought, receiver), wasFilled(terms, receiver))

  let fed = 0
  for (const [index, leg] of legs.entries()) {
    slots.touchAccount(leg.move.pool)
    if (index > 0 && feedsNext(legs, index - 1, bought)) fed += 1
    else payInput(touches, index)
    receiveInput(touches, leg)
    payOutput(touches, index, receiver)
  }
  if (isPaid && !buysNative) payRecipient(touches)
  if (buysNative) slots.write(balance(bought, router), false, false)
  return { gas: slots.gas, refund: slots.refund, counts, fed }
}

interface Touches {
  readonly slots: TouchedSlots
  readonly counts: Map<Address, number>
  readonly terms: TransferTerms
}

const balance = (token: Address, holder: string): string => `${token} of ${holder}`

const wasFilled = ({ isNewRecipient }: TransferTerms, holder: string): boolean =>
  holder !== router && !(holder === recipient && isNewRecipient)

const vaultOf = ({ pool, move }: Leg): Address => (move.move === 'vault' ? move.pool : pool.address)

function countMove({ slots, counts }: Touches, token: Address): void {
  slots.touchAccount(token)
  counts.set(token, (counts.get(token) ?? 0) + 1)
}

/** The payer's side of a leg's input. */
function payInput(touches: Touches, index: number): void {
  const { slots, terms } = touches
  const { legs, sold, sellsNative, sellsWholeBalance } = terms
  const { tokenIn } = legs[index] as Leg
  const isLast = !legs.slice(index + 1).some((later) => later.tokenIn === tokenIn)
  const payer = tokenIn === sold && !sellsNative ? seller : router
  countMove(touches, tokenIn)
  if (payer === seller) spendAllowance(slots, terms, isLast)
  slots.write(balance(tokenIn, payer), payer !== router, !isLast || (payer === seller && !sellsWholeBalance))
}

/** The slots of an adapter are counted with its leg. */
function receiveInput(touches: Touches, leg: Leg): void {
  if (leg.move.move === 'adapter') countMove(touches, leg.tokenIn)
  touches.slots.write(balance(leg.tokenIn, vaultOf(leg)), true)
}

function payOutput(touches: Touches, index: number, receiver: string): void {
  const { slots, terms } = touches
  const { legs, bought } = terms
  const leg = legs[index] as Leg
  countMove(touches, leg.tokenOut)
  slots.write(balance(leg.tokenOut, vaultOf(leg)), true)
  const between = feedsNext(legs, index, bought) ? poolBalanceAfter(legs, index) : router
  const to = leg.tokenOut === bought ? receiver : between
  if (to !== undefined) slots.write(balance(leg.tokenOut, to), wasFilled(terms, to))
}

function payRecipient(touches: Touches): void {
  const { slots, terms } = touches
  const { bought, isNewRecipient } = terms
  countMove(touches, bought)
  slots.write(balance(bought, recipient), !isNewRecipient)
  slots.write(balance(bought, router), false, false)
}

function spendAllowance(slots: TouchedSlots, { sold, allowance }: TransferTerms, isLast: boolean): void {
  const name = `${sold} for ${router}`
  if (allowance === 'unlimited') slots.read(name, true)
  else slots.write(name, true, !(allowance === 'spent' && isLast))
}

/** The pool that is paid ahead; what an adapter is sent is counted with its leg. */
function poolBalanceAfter(legs: readonly Leg[], index: number): Address | undefined {
  const next = legs[index + 1]
  return next?.move.move === 'push' ? next.pool.address : undefined
}

/** As `planTransfers` decides. */
function feedsNext(legs: readonly Leg[], index: number, bought: Address): boolean {
  const [leg, next] = [legs[index], legs[index + 1]]
  return (
    leg !== undefined &&
    next !== undefined &&
    leg.tokenOut !== bought &&
    (next.move.move === 'push' || next.move.move === 'adapter') &&
    next.tokenIn === leg.tokenOut &&
    next.share32 === wholeShare &&
    legs.filter((other) => other.tokenOut === leg.tokenOut).length === 1
  )
}

/** Refunded for slots of adapters that are empty before and after. */
export const refundOfCleared = (count: number): number => count * restoredRefund
