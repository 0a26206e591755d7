import { SwapError } from '#domain/errors'
import type { Clock } from '#domain/ports'
import type { NetworkStatus, Service } from '#domain/service'
import type { NetworkName } from '#domain/units'

/** What was seen is good for so long, in milliseconds. */
const fresh = 3_000

/** Networks as their endpoints answered last. */
export interface Look {
  /** What is seen now, or was a few seconds ago: many who ask at once cost one look. */
  at(network: NetworkName): Promise<NetworkStatus | undefined>
  /** The same for those who cannot wait: `undefined` where the answer is late or there is none. */
  soon(network: NetworkName): Promise<NetworkStatus | undefined>
}

export interface LookContext {
  readonly service: Pick<Service, 'networks'>
  readonly clock: Pick<Clock, 'elapsed'>
}

/** Each network for itself, so that a silent one hides no other. @param patienceMs of those who cannot wait */
export function createLook({ service, clock }: LookContext, patienceMs: number): Look {
  const seen = new Map<NetworkName, { readonly at: number; readonly status: Promise<NetworkStatus | undefined> }>()

  async function asked(network: NetworkName): Promise<NetworkStatus | undefined> {
    return (await service.networks([network])).find(({ listing }) => listing.name === network)
  }
  function at(network: NetworkName): Promise<NetworkStatus | undefined> {
    const now = clock.elapsed()
    const known = seen.get(network)
    if (known !== undefined && now - known.at < fresh) return known.status
    const mine = { at: now, status: asked(network) }
    seen.set(network, mine)
    // What failed is not kept: the next one asks again.
    mine.status.catch(() => {
      if (seen.get(network) === mine) seen.delete(network)
    })
    return mine.status
  }
  return {
    at,
    soon: (network) => Promise.race([at(network).catch(unanswered), after(patienceMs)]),
  }
}

function unanswered(error: unknown): undefined {
  if (!(error instanceof SwapError)) throw error
}

const after = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => {
    AbortSignal.timeout(milliseconds).addEventListener('abort', () => resolve(undefined))
  })
