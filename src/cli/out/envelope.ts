import { schemaId } from '#cli/out/schema-id'
import type { Json, Result, ResultMeta } from '#cli/out/types'

/** Facts of a run that do not depend on its command. */
export interface RunFacts {
  readonly version: string
  readonly service: string
  /** Constant during a run. */
  requestId(): string
  durationMs(): number
}

/** The document that a successful command prints. */
export function createEnvelope(command: string, result: Result, run: RunFacts): Json {
  return {
    schema: schemaId(command),
    ok: true,
    data: typeof result.data === 'function' ? result.data() : result.data,
    warnings: (result.warnings ?? []).map(({ code, message }) => ({ code, message })),
    meta: createMeta(run, result.meta),
  }
}

export function createMeta(run: RunFacts, known: ResultMeta = {}): { readonly [name: string]: Json } {
  return {
    version: run.version,
    ...(known.network === undefined ? {} : { network: known.network }),
    ...(known.chainId === undefined ? {} : { chainId: known.chainId }),
    service: run.service,
    ...(known.block === undefined ? {} : { block: { ...known.block } }),
    durationMs: run.durationMs(),
    requestId: run.requestId(),
  }
}
