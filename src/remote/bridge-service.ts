import type { BridgeService } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import { readText, toConnectionFailure } from './service-client.ts'

const timeoutSeconds = 15

/**
 * A bridge's own service over HTTP: answers as they are, for the bridge to disbelieve. No retries, no redirects.
 * @param url https, or http to this machine
 */
export function createBridgeService(url: string): BridgeService {
  const base = url.replace(/\/+$/, '')
  const { host } = new URL(base)
  return async (path, method = 'GET') => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { accept: 'application/json' },
        signal,
        redirect: 'error',
      })
      if (response.status === 404 && method === 'GET') return undefined
      if (!response.ok)
        throw fail('SERVICE_UNREACHABLE', { service: host, reason: `it answers ${response.status}`, isOfBridge: true })
      return JSON.parse(await readText(response)) as unknown
    } catch (error) {
      throw toConnectionFailure(host, error, timeoutSeconds)
    }
  }
}
