import type { QuoteContext } from '#app/context'
import { createEvidenceKeeper } from '#app/debugging/evidence'
import type { Debugging } from '#domain/debugging/debugging'
import type { Protocols } from '#domain/pools/protocol'
import type { Service } from '#domain/service/service'

/**
 * Remembers what this process quotes, and loads the rest on demand.
 * @param allProtocols also those that this machine's settings do not allow
 */
export function prepareDebugging(allProtocols: () => Protocols) {
  const evidence = createEvidenceKeeper()
  return {
    observer: evidence.observer,
    load: async (quoting: QuoteContext, service: () => Promise<Service>): Promise<Debugging> =>
      (await import('#app/debugging/debugging')).createDebugging({
        quoting,
        evidence,
        service,
        allProtocols: allProtocols(),
      }),
  }
}
