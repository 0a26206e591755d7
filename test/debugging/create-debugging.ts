import { createDebugging } from '#app/debugging/debugging'
import { createEvidenceKeeper } from '#app/debugging/evidence'
import { createDeployedContracts } from '#app/deployed-contracts'
import type { Debugging } from '#domain/debugging/debugging'
import type { Protocol } from '#domain/pools/protocol'
import { all } from '#protocols/all.gen'
import { systemClock } from '#system/clock'

const protocols: readonly Protocol<unknown>[] = all
const byKind = new Map(protocols.map((protocol) => [protocol.kind, protocol]))

const refuse = async (): Promise<never> => {
  throw new Error('a recorded quote needs no chain, no store and no service')
}

/** What works without a chain; everything else is refused. */
export const createQuoteDebugging = (): Debugging =>
  createDebugging({
    quoting: {
      clock: systemClock,
      uuid: () => '',
      chain: refuse,
      quotes: { put: refuse, get: refuse, consume: refuse, findByPayload: refuse, sweep: refuse },
      protocols: byKind,
      contracts: createDeployedContracts(),
    },
    evidence: createEvidenceKeeper(),
    service: refuse,
    allProtocols: byKind,
  })
