import { fail } from '#domain/errors'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Messages about a URL never repeat it: its path or user part may be a key. */
function requireHttpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw fail('VALIDATION_FAILED', { reason: describeBadUrl(url) })
  return text
}

/** The scheme is the only part of it that cannot be a key. */
const describeBadUrl = (url: URL | undefined): string =>
  url === undefined || !/^[a-z]{2,8}:$/.test(url.protocol)
    ? 'it is not a web address: it begins with https:// or, for this machine, http://'
    : `it begins with ${url.protocol}//, and only https:// and http:// are web addresses`

/**
 * @param instead an alternative, as the end of the sentence.
 * @throws `VALIDATION_FAILED` for http to another machine
 */
function requireEncrypted(text: string, instead = ''): string {
  const url = new URL(text)
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw fail('VALIDATION_FAILED', {
      reason: `http://${url.hostname} is not encrypted: only https:// or this machine${instead}`,
    })
  return text
}

/**
 * An RPC endpoint by https or http; {@link requireSafeEndpoint} decides whether http is allowed.
 * @throws `VALIDATION_FAILED`.
 */
export const parseEndpointUrl = (text: string): string => requireHttpUrl(text.trim())

/**
 * An allowed endpoint: https, or http on this machine.
 * @param allowsHttp allows http to any machine: anyone on the line can read and change its answers
 * @throws `VALIDATION_FAILED`
 */
export const requireSafeEndpoint = (url: string, allowsHttp: boolean): string =>
  allowsHttp ? url : requireEncrypted(url, ', unless --allow-http-rpc is given')

/**
 * A private endpoint: https, or http on this machine. `--allow-http-rpc` does not apply: bytes that others read on the way
 * are not private.
 * @throws `VALIDATION_FAILED`
 */
export const parsePrivateUrl = (text: string): string => requireEncrypted(requireHttpUrl(text.trim()))

/** `local`, or the address of a service. @throws `VALIDATION_FAILED`. */
export const parseServiceUrl = (text: string): string =>
  text === 'local' ? text : refuseUser(requireEncrypted(requireHttpUrl(text.trim())))

/** `fetch` takes no such address, so every request to it would fail. */
function refuseUser(text: string): string {
  const { username, password } = new URL(text)
  if (username === '' && password === '') return text
  throw fail('VALIDATION_FAILED', {
    reason: 'it has a user or a password before its host, and a service is asked without',
  })
}
