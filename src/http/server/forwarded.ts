import type { IncomingHttpHeaders } from 'node:http'

/**
 * Drops the ports from the addresses in `X-Forwarded-For`, which some proxies write behind them (`203.0.113.7:50001`,
 * `[2001:db8::1]:50001`). The HTTP library takes such a text for an address as it is: each connection of a client would have
 * an allowance of its own, and a proxy further down would not be recognized as one that is trusted.
 */
export function dropForwardedPorts(headers: IncomingHttpHeaders): void {
  const chain = headers['x-forwarded-for']
  if (chain === undefined) return
  headers['x-forwarded-for'] = String(chain)
    .split(',')
    .map((one) => addressOf(one.trim()))
    .join(', ')
}

/** What is no address with a port stays as it is. */
function addressOf(text: string): string {
  const [, v4, v6] = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(text) ?? []
  return v4 ?? v6 ?? text
}
