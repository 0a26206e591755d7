import type { QuoteContext } from '#app/context'
import { createCrossingService } from '#app/crossing/crossing-service'
import { bridge as across } from '#bridges/across/index'
import type { ComposeInput } from '#cli/context'
import { isRemoteService } from '#compose-service'
import type { Bridge } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import type { CrossingService } from '#domain/service/crossing-service'
import { createCrossQuoteStore } from '#store/service/cross-quote-store'
import type { Sql } from '#store/sql'

/** Every bridge there is. */
export const bridges: readonly Bridge[] = [across]

/** Crossings over the user's own endpoints: another service's are not checked by anything here yet. */
export function composeCrossing(
  input: ComposeInput,
  { quoting, sql }: { readonly quoting: QuoteContext; readonly sql: Sql },
): CrossingService {
  const local = createCrossingService({ ...quoting, bridges, crossQuotes: createCrossQuoteStore({ sql }) })
  if (!isRemoteService(input)) return local
  const refuse = async () => {
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
      reason: 'Swaps to another network are quoted by this machine only.',
      fix: 'leave out --service, and use your own endpoints',
    })
  }
  // what became of a crossing is read from the chains alone
  return { ...local, quote: refuse, buildPayload: refuse }
}
