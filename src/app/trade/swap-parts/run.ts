import type { TradeContext } from '#app/context'
import type { FairQuoteContext } from '#app/trade/checks/fair-quote'
import type { VerifyContext } from '#app/trade/checks/fetch-verified-payload'
import type { FollowLimits } from '#app/trade/steps/follow'
import type { Chain } from '#domain/chain/port'
import type { Intent } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import type { Account, Signer } from '#domain/trade/accounts'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'

export interface SwapContext extends TradeContext, VerifyContext, FairQuoteContext {}

/** One run of `swap`: what is requested, and who signs it. */
export interface Run {
  readonly request: SwapRequest
  readonly account: Account
  readonly signer: Signer
  readonly dialogue: Dialogue
  readonly patience: FollowLimits
}

export interface PreparedSwap {
  readonly chain: Chain
  readonly intent: Intent
  readonly quote: Quote
}
