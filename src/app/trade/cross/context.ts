import type { SwapContext } from '#app/trade/swap-parts/run'
import type { Chain } from '#domain/chain/port'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { Intent } from '#domain/journal/swap'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { CrossingService } from '#domain/service/crossing-service'
import type { Account, Signer } from '#domain/trade/accounts'
import type { CrossRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import type { Address } from '#domain/units'

export interface CrossContext extends SwapContext {
  readonly crossing: CrossingService
}

/** One run of `cross`: what is requested, and who signs it. */
export interface CrossRun {
  readonly request: CrossRequest
  readonly account: Account
  readonly signer: Signer
  readonly dialogue: Dialogue
  readonly chain: Chain
}

export interface PreparedCross {
  readonly intent: Intent
  readonly quote: CrossQuote
}

/** Sender and recipient; the account replaces placeholders. */
export const resolveCrossParties = ({ request }: CrossQuote, account: Address) => ({
  from: account,
  to: isPlaceholderAddress(request.to) ? account : request.to,
})
