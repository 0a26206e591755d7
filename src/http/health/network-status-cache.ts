import type { Clock } from '#domain/clock'
import { SwapError } from '#domain/errors'
import type { NetworkHealth } from '#domain/service/server'
import { type NetworkStatus, routerOf } from '#domain/service/service'
import type { NetworkName } from '#domain/units'
import { resolveWithin } from './resolve-within.ts'

/** A status is fresh for this many milliseconds. */
const freshMs = 3_000
/** How long a list of networks waits for a status that is being requested. */
const listTimeoutMs = 250

/**
 * The last known status of each network by its endpoints. Networks are independent, so a silent one delays no other.
 */
export interface NetworkStatusCache {
  /**
   * The current status, at most a few seconds old: concurrent callers share one request. `undefined` without an answer
   * `timeoutMs` after that request began; the default is {@link StatusCacheOptions.timeoutMs}.
   */
  get(network: NetworkName, timeoutMs?: number): Promise<NetworkStatus | undefined>
  /** For lists: the last known status, within a quarter of a second. */
  getLast(network: NetworkName): Promise<NetworkStatus | undefined>
  /**
   * The status, at most a few seconds old, without waiting. One that was not ready is requested again in the
   * background; one that was ready is not.
   */
  peek(network: NetworkName): NetworkStatus | undefined
}

export interface StatusCacheContext {
  /** Contacts the network's own endpoints only. */
  readonly networkStatus: (network: NetworkName) => Promise<NetworkStatus>
  readonly clock: Pick<Clock, 'elapsed'>
}

export interface StatusCacheOptions {
  /** Milliseconds after which a network that does not answer counts as silent. */
  readonly timeoutMs: number
  /** Receives a network's health, at first and when it changes. */
  readonly onChange: (network: NetworkName, health: NetworkHealth) => void
}

interface StatusRequest {
  readonly begunAt: number
  readonly status: Promise<NetworkStatus | undefined>
  isDone: boolean
}

export function createNetworkStatusCache(
  { networkStatus, clock }: StatusCacheContext,
  { timeoutMs: usualTimeoutMs, onChange }: StatusCacheOptions,
): NetworkStatusCache {
  const requests = new Map<NetworkName, StatusRequest>()
  const last = new Map<NetworkName, NetworkStatus | undefined>()
  const healths = new Map<NetworkName, NetworkHealth>()
  const ageOf = ({ begunAt }: StatusRequest): number => clock.elapsed() - begunAt

  function record(network: NetworkName, status: NetworkStatus | undefined): void {
    last.set(network, status)
    const health = healthOf(status)
    if (healths.get(network) === health) return
    healths.set(network, health)
    onChange(network, health)
  }
  /** The request whose answer is fresh, started if there is none; never two at once. */
  function requestStatus(network: NetworkName): StatusRequest {
    const recent = requests.get(network)
    if (recent !== undefined && (!recent.isDone || ageOf(recent) < freshMs)) return recent
    const status = networkStatus(network).catch(undefinedIfRefused)
    const request: StatusRequest = { begunAt: clock.elapsed(), status, isDone: false }
    requests.set(network, request)
    const finish = (found: NetworkStatus | undefined): void => {
      request.isDone = true
      record(network, found)
    }
    status.then(finish, () => finish(undefined))
    return request
  }
  /** Waits until the request has the given age, and no longer. */
  async function waitFor<T>(request: StatusRequest, timeoutMs: number, late: T) {
    if (request.isDone) return request.status
    const leftMs = timeoutMs - ageOf(request)
    return leftMs > 0 ? resolveWithin(leftMs, request.status, late) : late
  }

  return {
    get: (network, timeoutMs = usualTimeoutMs) => waitFor(requestStatus(network), timeoutMs, undefined),
    async getLast(network) {
      const request = requestStatus(network)
      const status = await waitFor(request, listTimeoutMs, 'late' as const)
      if (status !== 'late') return status
      return ageOf(request) < usualTimeoutMs ? last.get(network) : undefined
    },
    peek(network) {
      const recent = requests.get(network)
      if (recent?.isDone && ageOf(recent) < freshMs) return last.get(network)
      if (healths.get(network) !== 'ready' && healths.has(network)) requestStatus(network)
      return undefined
    },
  }
}

export function healthOf(status: NetworkStatus | undefined): NetworkHealth {
  const check = status?.check
  if (check === undefined) return 'no-answer'
  if (!check.chainIdOk) {
    if (check.failure === 'STALE_HEAD') return 'stale-head'
    return check.failure === 'WRONG_CHAIN' ? 'wrong-chain' : 'no-answer'
  }
  return routerOf(check)?.ok ? 'ready' : 'no-router'
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof SwapError)) throw error
}
