import type { Json, Result, ResultMeta } from '#cli/out/types'

/** What is known of a run whatever it does. */
export interface RunFacts {
  readonly version: string
  readonly service: string
  /** The same all through a run. */
  requestId(): string
  durationMs(): number
}

/** The document a command prints when it did what was asked. */
export function envelope(command: string, result: Result, run: RunFacts): Json {
  return {
    schema: `swapline/${command}@1`,
    ok: true,
    data: typeof result.data === 'function' ? result.data() : result.data,
    warnings: (result.warnings ?? []).map(({ code, message }) => ({ code, message })),
    meta: metaOf(run, result.meta),
  }
}

export function metaOf(run: RunFacts, known: ResultMeta = {}): { readonly [name: string]: Json } {
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
