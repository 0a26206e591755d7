import type { QuoteContext } from '#app/context'
import type { CrossingContext } from '#app/crossing/context'
import { createCrossingService } from '#app/crossing/crossing-service'
import { createServiceQuote } from '#app/crossing/service-quote'
import { all } from '#bridges/all.gen'
import type { ComposeInput } from '#cli/context'
import { createSelectedClient, isRemoteService } from '#compose-service'
import type { BridgeService } from '#domain/crossing/bridge'
import { isSandbox, type SandboxControl } from '#domain/sandbox'
import type { CrossingService } from '#domain/service/crossing-service'
import type { NetworkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { createBridgeService } from '#remote/bridge-service'
import { createCrossQuoteStore } from '#store/service/cross-quote-store'
import type { Sql } from '#store/sql'

const attestationUrl = 'bridge.attestationUrl'

/** CCTP has one: its attestation service. Circle's knows nothing of a sandbox's burns: there the pair's relay signs. */
function findBridgeService(
  { settings, sandbox }: BridgeParts,
  bridge: string,
  from: NetworkName,
): BridgeService | undefined {
  const url = settings.get(attestationUrl)
  if (bridge !== 'cctp' || url === 'local') return undefined
  if (isSandbox(from) && settings.getSources(attestationUrl)[0]?.origin.source === 'built-in') return askRelay(sandbox)
  return createBridgeService(url)
}

interface BridgeParts extends Pick<ComposeInput, 'settings'> {
  readonly sandbox: Pick<SandboxControl, 'findRelay'>
}

const askRelay =
  (sandbox: BridgeParts['sandbox']): BridgeService =>
  async (path, method) => {
    const relay = await sandbox.findRelay()
    return relay && createBridgeService(relay.url)(path, method)
  }

/** Every bridge there is, with its own service if the user's settings name one. */
export const composeBridges = (input: BridgeParts): Required<Pick<CrossingContext, 'bridges' | 'bridgeService'>> => ({
  bridges: all,
  bridgeService: (bridge, from) => findBridgeService(input, bridge, from),
})

/** Crossings over the user's own endpoints. Of a service elsewhere only its routes are used, compared with our own. */
export function composeCrossing(
  input: ComposeInput,
  { quoting, sql, sandbox }: { readonly quoting: QuoteContext; readonly sql: Sql; readonly sandbox: SandboxControl },
): CrossingService {
  const context = {
    ...quoting,
    ...composeBridges({ ...input, sandbox }),
    crossQuotes: createCrossQuoteStore({ sql }),
  }
  const local = createCrossingService(context)
  if (!isRemoteService(input)) return local
  const maxImpact = input.settings.get('trade.maxImpactPpm')
  return {
    ...local,
    async quote(request) {
      const { createCrossingOffers } = await import('#remote/crossing-offers')
      const offers = createCrossingOffers({ ask: await createSelectedClient(input), network: getNetworkEntry })
      return createServiceQuote(context, { offers, maxImpact }, request)
    },
  }
}

/** Crossings of a service, by its own stores and markets. */
export const serveCrossings = (
  input: BridgeParts,
  context: Omit<CrossingContext, 'bridges' | 'bridgeService'>,
): CrossingService => createCrossingService({ ...context, ...composeBridges(input) })
