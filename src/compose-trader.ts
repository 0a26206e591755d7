/** Connects what sends transactions: a quote needs none of it. */
import { join } from 'node:path'
import type { QuoteContext } from '#app/context'
import { createOwnView } from '#app/own-view'
import { createBatches } from '#app/trade/batch/batches'
import type { BatchContext } from '#app/trade/batch/context'
import { createTrader } from '#app/trader'
import type { ComposeInput } from '#cli/context'
import { isRemoteService } from '#compose-service'
import type { Network } from '#domain/network'
import type { Trader } from '#domain/trade/trader'
import type { NetworkName } from '#domain/units'
import { createBatchStore } from '#store/batch/batch-store'
import type { Database } from '#store/database'
import { createAccountLock } from '#store/journal/account-lock'
import { createAllowanceLock } from '#store/journal/allowance-lock'

type TraderContext = Parameters<typeof createTrader>[0]

interface TraderParts extends Pick<TraderContext, 'journal' | 'accounts' | 'service' | 'crossing'> {
  readonly base: Pick<TraderContext, 'clock' | 'uuid' | 'chain'>
  readonly quoting: QuoteContext
  readonly networkOf: (name: NetworkName) => Network
}

export function composeTrader(input: ComposeInput, { base, quoting, networkOf, ...parts }: TraderParts): Trader {
  const { settings } = input
  const files = { directory: locksIn(input), clock: base.clock }
  return createTrader({
    ...base,
    ...parts,
    lock: createAccountLock(files),
    allowanceLock: createAllowanceLock(files),
    privateUrls: (name) => [...settings.getPrivateUrls(name), ...(networkOf(name).privateRpc ?? [])],
    isServiceRemote: isRemoteService(input),
    ownView: createOwnView(quoting),
  })
}

export function composeBatches(
  input: ComposeInput,
  { open, ...parts }: { open: () => Promise<Database> } & Pick<BatchContext, 'trader' | 'quoting'>,
) {
  const { clock } = input
  const store = createBatchStore({ database: open, directory: locksIn(input), clock })
  return createBatches({ clock, store, ...parts })
}

const locksIn = ({ settings }: ComposeInput): string => join(settings.paths.state, 'locks')
