import type { QuoteContext } from '#app/context'
import { createBundle } from '#app/debugging/create-bundle'
import type { EvidenceKeeper } from '#app/debugging/evidence'
import { explainBundle } from '#app/debugging/explain'
import { listPairPools } from '#app/debugging/pair-pools'
import { recordQuote } from '#app/debugging/record'
import { recordTransaction } from '#app/debugging/record-transaction'
import { checkBundle, replay, whatIf } from '#app/debugging/replay'
import { repriceBundle } from '#app/debugging/reprice'
import { simulateTransaction } from '#app/debugging/simulate'
import { traceTransaction } from '#app/debugging/trace'
import type { Debugging } from '#domain/debugging/debugging'
import type { Protocols } from '#domain/pools/protocol'
import type { Service } from '#domain/service/service'
import { getNetworkEntry } from '#networks/find'

interface DebuggingContext {
  readonly quoting: QuoteContext
  readonly evidence: EvidenceKeeper
  readonly service: () => Promise<Service>
  /** Of all families, whether or not this machine's settings allow them: a bundle may be of another machine. */
  readonly allProtocols: Protocols
}

export function createDebugging({ quoting, evidence, service, allProtocols }: DebuggingContext): Debugging {
  const { clock, protocols } = quoting
  const offline = { protocols: allProtocols }
  return {
    recorded(id) {
      const found = id === undefined ? evidence.last() : evidence.find(id)
      if (found === undefined) return undefined
      return createBundle({ protocols, now: clock.now() }, getNetworkEntry(found.request.network), found)
    },
    record: async (reference) => recordQuote(quoting, (await (await service()).getQuote(reference)).quote),
    recordTransaction: (network, hash) => recordTransaction(quoting, network, hash),
    check: (bundle) => checkBundle(offline, bundle),
    replay: (bundle) => replay(offline, bundle),
    explain: (bundle) => explainBundle(offline, bundle),
    whatIf: (bundle, changes) => whatIf(offline, bundle, changes),
    reprice: (bundle, block) => repriceBundle({ ...quoting, protocols: allProtocols }, bundle, block),
    listPools: async (query) => listPairPools(quoting, await quoting.chain(query.network), query),
    simulate: async (query) => simulateTransaction(await quoting.chain(query.network), query),
    trace: async (network, hash) => traceTransaction(await quoting.chain(network), hash, quoting.clock.now()),
  }
}
