import { fail } from '#domain/errors'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Words about a URL never repeat it: its path or user part may be a key. */
function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw fail('VALIDATION_FAILED', { reason: 'not a web address: it begins with https://' })
  return text
}

/** @param instead what else may be done, as a sentence's end. @throws `VALIDATION_FAILED` for http to another machine */
function requireEncrypted(text: string, instead = ''): string {
  const url = new URL(text)
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw fail('VALIDATION_FAILED', {
      reason: `http://${url.hostname} is not encrypted: only https:// or this machine${instead}`,
    })
  return text
}

/** An RPC endpoint by https or http; whether http is taken says {@link takenEndpoint}. @throws `VALIDATION_FAILED`. */
export const endpointUrl = (text: string): string => webAddress(text.trim())

/**
 * An endpoint that may be asked: https, or http on this machine.
 * @param allowsHttp http to any machine too: whoever is on the way can read and change what it says
 * @throws `VALIDATION_FAILED`
 */
export const takenEndpoint = (url: string, allowsHttp: boolean): string =>
  allowsHttp ? url : requireEncrypted(url, ', unless --allow-http-rpc is given')

/** `local`, or the address of a service. @throws `VALIDATION_FAILED`. */
export const serviceAddress = (text: string): string =>
  text === 'local' ? text : requireEncrypted(webAddress(text.trim()))

/** What of an address may be shown, of a database too: where it leads, never its path, query or user part. */
export function maskedUrl(text: string): string {
  const [, scheme] = /^(https?|postgres(?:ql)?):/i.exec(text) ?? []
  if (scheme === undefined) return text
  if (!URL.canParse(text)) return `${scheme}://…`
  const url = new URL(text)
  const bare = url.username === '' && url.password === '' && url.search === '' && /^\/?$/.test(url.pathname)
  const place = `${url.protocol}//${url.host}`
  return bare ? place : `${place}/…`
}
