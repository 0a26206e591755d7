import { fail } from '#domain/errors'

/** Ranges that have a name: of this machine, of a link, and those that are not routed on the internet. */
const namedRanges = ['loopback', 'linklocal', 'uniquelocal']

/**
 * A proxy by its address, a range of addresses as `10.0.0.0/8`, or a named one. No name of a host: what it resolves to can
 * change while a server runs, and a trusted proxy says who all the others are.
 * @throws `VALIDATION_FAILED`
 */
export function parseProxy(text: string): string {
  const word = text.trim()
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(word) ?? []
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
  const isRange = length === undefined || (Number(length) >= 1 && Number(length) <= bits)
  if (namedRanges.includes(word) || (bits > 0 && isRange)) return word
  throw fail('VALIDATION_FAILED', {
    reason: `"${word}" is not the address of a proxy: write 10.0.0.5, 10.0.0.0/8, 2001:db8::/32, ${namedRanges.join(', ')}`,
  })
}

const isIPv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) &&
  text.split('.').every((part) => String(Number(part)) === part && Number(part) < 256)

const isIPv6 = (text: string): boolean => /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)
