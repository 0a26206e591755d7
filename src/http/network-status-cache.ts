import { SwapError } from '#domain/errors'
import type { Clock } from '#domain/ports'
import type { NetworkFinding } from '#domain/server'
import { type NetworkStatus, routerOf } from '#domain/service'
import type { NetworkName } from '#domain/units'
import { within } from './within.ts'

/** What was seen is good for so long, in milliseconds. */
const freshMs = 3_000
/** How long a list of networks waits for one that is being looked at. */
const briefMs = 250

/** Networks as their endpoints answered last. Each for itself, so that a silent one delays no other. */
export interface NetworkStatusCache {
  /**
   * What is seen now, or was a few seconds ago: many who ask at once cost one look. `undefined` where there is no answer
   * so many milliseconds after the look began, {@link StatusCacheOptions.patienceMs} where none are given.
   */
  soon(network: NetworkName, milliseconds?: number): Promise<NetworkStatus | undefined>
  /** For lists: what is known, after a quarter of a second at most. A look that goes on comes to its end behind it. */
  brief(network: NetworkName): Promise<NetworkStatus | undefined>
  /**
   * What was seen a few seconds ago at most, without a wait. Of a network that was not ready it is looked at again, behind
   * the answer; one that was ready is not asked for this.
   */
  known(network: NetworkName): NetworkStatus | undefined
}

export interface StatusCacheContext {
  /** Asks the network's own endpoints, and nobody else. */
  readonly networkStatus: (network: NetworkName) => Promise<NetworkStatus>
  readonly clock: Pick<Clock, 'elapsed'>
}

export interface StatusCacheOptions {
  /** How long a watcher of the server waits for a look, in milliseconds from its beginning. */
  readonly patienceMs: number
  /** Is told what a network is found to be, at first and when that changes. */
  readonly onChange: (network: NetworkName, finding: NetworkFinding) => void
}

interface Looked {
  readonly begunAt: number
  readonly status: Promise<NetworkStatus | undefined>
  done: boolean
}

export function createNetworkStatusCache(
  { networkStatus, clock }: StatusCacheContext,
  { patienceMs, onChange }: StatusCacheOptions,
): NetworkStatusCache {
  const looks = new Map<NetworkName, Looked>()
  const last = new Map<NetworkName, NetworkStatus | undefined>()
  const findings = new Map<NetworkName, NetworkFinding>()

  function note(network: NetworkName, status: NetworkStatus | undefined): void {
    last.set(network, status)
    const finding = findingOf(status)
    if (findings.get(network) === finding) return
    findings.set(network, finding)
    onChange(network, finding)
  }
  /** The look that is good now, begun where there is none. */
  function look(network: NetworkName): Looked {
    const now = clock.elapsed()
    const recent = looks.get(network)
    if (recent !== undefined && (!recent.done || now - recent.begunAt < freshMs)) return recent
    const mine: Looked = { begunAt: now, status: networkStatus(network).catch(unanswered), done: false }
    looks.set(network, mine)
    const end = (status: NetworkStatus | undefined): void => {
      mine.done = true
      note(network, status)
    }
    mine.status.then(end, () => end(undefined))
    return mine
  }
  /** Waits until the look is so old, and no longer. */
  async function until<T>(looked: Looked, milliseconds: number, late: T): Promise<NetworkStatus | undefined | T> {
    if (looked.done) return looked.status
    const left = looked.begunAt + milliseconds - clock.elapsed()
    return left > 0 ? within(left, looked.status, late) : late
  }

  return {
    soon: (network, milliseconds = patienceMs) => until(look(network), milliseconds, undefined),
    async brief(network) {
      const looked = look(network)
      const seen = await until(looked, briefMs, 'late' as const)
      if (seen !== 'late') return seen
      return clock.elapsed() - looked.begunAt < patienceMs ? last.get(network) : undefined
    },
    known(network) {
      const recent = looks.get(network)
      if (recent?.done && clock.elapsed() - recent.begunAt < freshMs) return last.get(network)
      if (findings.get(network) !== 'ready' && findings.has(network)) look(network)
      return undefined
    },
  }
}

export function findingOf(status: NetworkStatus | undefined): NetworkFinding {
  const check = status?.check
  if (check === undefined) return 'no-answer'
  if (!check.chainIdOk) {
    if (check.failure === 'STALE_HEAD') return 'stale-head'
    return check.failure === 'WRONG_CHAIN' ? 'wrong-chain' : 'no-answer'
  }
  return routerOf(check)?.ok ? 'ready' : 'no-router'
}

function unanswered(error: unknown): undefined {
  if (!(error instanceof SwapError)) throw error
}
