/** The context of one command: its own tools at once, the components of `compose.ts` on first use. */

import type { Components, Compose, ComposeInput, Context, Interruption } from '#cli/context'
import type { Out } from '#cli/out/types'
import type { Prompts } from '#cli/talk/prompts'
import { fail } from '#domain/errors'
import { findNetwork } from '#networks/find'

export interface ContextTools extends ComposeInput {
  readonly out: Out
  readonly prompts: Prompts
  readonly interruption: Interruption
  readonly version: string
  readonly typedOptions: Context['typedOptions']
  readonly getHelp: Context['getHelp']
  readonly readStdin: Context['readStdin']
  /** The chosen network's name or chain id. */
  readonly network: string | undefined
  readonly compose: Compose
}

/** `close` closes what was opened, and loads nothing to do so. */
export function createContext(tools: ContextTools): { readonly context: Context; readonly close: () => Promise<void> } {
  let parts: Components | undefined
  const made = (): Components => {
    parts ??= tools.compose(tools)
    return parts
  }
  const {
    settings,
    out,
    prompts,
    secrets,
    clock,
    interruption,
    env,
    version,
    typedOptions,
    getHelp: helpOf,
    readStdin: readInput,
  } = tools
  const context: Context = {
    settings,
    out,
    prompts,
    secrets,
    clock,
    interruption,
    env,
    version,
    typedOptions,
    getHelp: helpOf,
    readStdin: readInput,
    service: () => made().service(),
    unstoredService: (url) => made().unstoredService(url),
    trader: () => made().trader(),
    measureMoves: (question) => made().measureMoves(question),
    crossing: () => made().crossing(),
    batches: () => made().batches(),
    tokens: () => made().tokens(),
    accounts: () => made().accounts(),
    addressBook: () => made().addressBook(),
    journal: () => made().journal(),
    policy: () => made().policy(),
    sandbox: () => made().sandbox(),
    host: (place) => made().host(place),
    debugging: () => made().debugging(),
    doctor: () => made().doctor(),
    indexing: (place) => made().indexing(place),
    async resolveNetwork() {
      if (tools.network === undefined)
        throw fail('USAGE', { reason: 'Missing: --network <name>.', fix: 'swapline networks' })
      return findNetwork(tools.network)
    },
  }
  return { context, close: async () => parts?.close() }
}
