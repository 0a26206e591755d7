/** Who asks: an IP address, or on the authenticated address a key. */
import { createHash } from 'node:crypto'
import { apiKeyId } from '#domain/api-key'
import { fail } from '#domain/errors'
import type { Allowance } from '#domain/server'
import type { ServerContext } from './context.ts'
import { createTokenBuckets, ownerOf, type Taken } from './token-bucket.ts'

/** `metrics`: of those who watch the server; nothing of the interface is answered there. */
export type Address = 'public' | 'authenticated' | 'metrics'

/** What a request may do, and how many more like it. */
export interface Admission extends Taken {
  readonly allowance: Allowance
}

export interface Doorkeeper {
  /** Whoever asks, by IP address alone. @throws `RATE_LIMITED` */
  admitAnyone(ip: string): Admission
  /** @param noteKey is told the id of a key that is accepted. @throws `API_KEY_NOT_ACCEPTED`, `RATE_LIMITED` */
  admit(ip: string, key: unknown, noteKey: (id: string) => void): Promise<Admission>
}

interface Allowances {
  readonly publicAllowance: Allowance
  readonly keyAllowance: Allowance
}

/** More keys than this are not remembered: the others are treated as new ones, which costs them nothing but in a flood. */
const maxKnownKeys = 50_000

/**
 * On the public address a key is not looked at. On the other one the store is asked for each request, so that a revoked
 * key is refused from the next one on. For a key that was never accepted here that takes one from the IP address's
 * allowance, given back if it is accepted: whoever tries keys, however well formed, soon costs the store nothing.
 */
export function createDoorkeeper(
  context: Pick<ServerContext, 'keys' | 'clock'>,
  address: Address,
  { publicAllowance, keyAllowance }: Allowances,
): Doorkeeper {
  const ips = createTokenBuckets(context, publicAllowance)
  const keys = createTokenBuckets(context, keyAllowance)
  const known = createRecent(maxKnownKeys)

  const byIp = (ip: string): Admission => admitted(ips.take(ownerOf(ip)), publicAllowance)

  /** @throws `API_KEY_NOT_ACCEPTED`, `RATE_LIMITED` */
  async function acceptedId(ip: string, text: string): Promise<string> {
    const digest = createHash('sha256').update(text, 'utf8').digest('base64')
    const isKnown = known.has(digest)
    if (!isKnown) byIp(ip)
    const id = (await context.keys.check(text))?.id
    if (id === undefined) {
      known.delete(digest)
      if (isKnown) byIp(ip)
      throw fail('API_KEY_NOT_ACCEPTED', {})
    }
    if (!isKnown) ips.giveBack(ownerOf(ip))
    known.add(digest)
    return id
  }

  return {
    admitAnyone: byIp,
    async admit(ip, text, noteKey) {
      if (address !== 'authenticated') return byIp(ip)
      if (typeof text !== 'string' || apiKeyId(text) === undefined) {
        byIp(ip)
        throw fail('API_KEY_NOT_ACCEPTED', {})
      }
      const id = await acceptedId(ip, text)
      noteKey(id)
      return admitted(keys.take(id), keyAllowance)
    },
  }
}

function admitted(taken: Taken, allowance: Allowance): Admission {
  if (!taken.allowed) throw fail('RATE_LIMITED', { retryAfter: taken.retryAfter })
  return { ...taken, allowance }
}

/** A set of texts that forgets those that were not added for longest. */
function createRecent(max: number) {
  const texts = new Set<string>()
  return {
    has: (text: string): boolean => texts.has(text),
    delete: (text: string): boolean => texts.delete(text),
    add(text: string): void {
      texts.delete(text)
      texts.add(text)
      const [oldest] = texts
      if (texts.size > max && oldest !== undefined) texts.delete(oldest)
    },
  }
}
