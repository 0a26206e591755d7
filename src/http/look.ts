import type { Clock } from '#domain/ports'
import type { NetworkStatus, Service } from '#domain/service'
import type { NetworkName } from '#domain/units'

/** What was seen is good for so long, in milliseconds. */
const fresh = 3_000

/** The networks as their endpoints answered last: many who ask at once cost one look. */
export function createLook(
  { service, clock }: { readonly service: Service; readonly clock: Clock },
  networks: readonly NetworkName[],
): () => Promise<readonly NetworkStatus[]> {
  let seen: { readonly at: number; readonly answer: Promise<readonly NetworkStatus[]> } | undefined

  return () => {
    const now = clock.elapsed()
    if (seen !== undefined && now - seen.at < fresh) return seen.answer
    const answer = service.networks(networks)
    const mine = { at: now, answer }
    seen = mine
    // What failed is not kept: the next one asks again.
    answer.catch(() => {
      if (seen === mine) seen = undefined
    })
    return answer
  }
}
