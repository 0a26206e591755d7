/** What one command gets to work with: its own tools at once, the parts of `compose.ts` when they are asked for. */

import type { Compose, Context, Interruption, Parts, Surroundings } from '#cli/context'
import type { Out } from '#cli/out/types'
import type { Prompts } from '#cli/prompts'
import { fail } from '#domain/errors'
import { findNetwork } from '#networks/find'

export interface Tools extends Surroundings {
  readonly out: Out
  readonly prompts: Prompts
  readonly interruption: Interruption
  readonly version: string
  readonly helpOf: Context['helpOf']
  readonly readInput: Context['readInput']
  /** The chosen network's name or chain id. */
  readonly network: string | undefined
  readonly compose: Compose
}

/** `close` closes what was opened, and loads nothing for it. */
export function createContext(tools: Tools): { readonly context: Context; readonly close: () => Promise<void> } {
  let parts: Parts | undefined
  const made = (): Parts => {
    parts ??= tools.compose(tools)
    return parts
  }
  const { settings, out, prompts, secrets, clock, interruption, env, version, helpOf, readInput } = tools
  const context: Context = {
    settings,
    out,
    prompts,
    secrets,
    clock,
    interruption,
    env,
    version,
    helpOf,
    readInput,
    service: () => made().service(),
    trader: () => made().trader(),
    tokens: () => made().tokens(),
    accounts: () => made().accounts(),
    sandbox: () => made().sandbox(),
    host: (place) => made().host(place),
    indexing: (place) => made().indexing(place),
    async network() {
      if (tools.network === undefined)
        throw fail('USAGE', { reason: 'Missing: --network <name>.', fix: 'swapline networks' })
      return findNetwork(tools.network)
    },
  }
  return { context, close: async () => parts?.close() }
}
