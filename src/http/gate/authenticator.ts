/** Identifies the caller: by IP address, or on the authenticated listener by key. */
import { createHash } from 'node:crypto'
import { fail } from '#domain/errors'
import { apiKeyId } from '#domain/service/api-key'
import type { RateLimit } from '#domain/service/server'
import type { ServerContext } from '#http/context'
import { bucketOwnerOf, createTokenBuckets, type TakeResult } from './token-bucket.ts'

/** `metrics`: for monitoring; it answers no path of the API. */
export type ListenerKind = 'public' | 'authenticated' | 'metrics'

/** The caller's allowance and what is left of it. */
export interface Admission extends TakeResult {
  readonly allowance: RateLimit
}

export interface Authenticator {
  /** Admits any request by its IP address alone. @throws `RATE_LIMITED` */
  admitAnyone(ip: string): Admission
  /** @param noteKey receives the id of an accepted key. @throws `API_KEY_NOT_ACCEPTED`, `RATE_LIMITED` */
  admit(ip: string, key: unknown, noteKey: (id: string) => void): Promise<Admission>
}

interface Allowances {
  readonly publicAllowance: RateLimit
  readonly keyAllowance: RateLimit
}

/** At most this many keys are remembered. Others are treated as new, which costs them nothing except in a flood. */
const maxKnownKeys = 50_000

/**
 * The public listener ignores keys. The authenticated one asks the store on each request, so a revoked key is refused
 * from the next one on. A key never accepted before takes one request from the IP's allowance, given back if it is
 * accepted: a client that tries keys, however well formed, soon stops reaching the store.
 */
export function createAuthenticator(
  context: Pick<ServerContext, 'keys' | 'clock'>,
  address: ListenerKind,
  { publicAllowance, keyAllowance }: Allowances,
): Authenticator {
  const ips = createTokenBuckets(context, publicAllowance)
  const keys = createTokenBuckets(context, keyAllowance)
  const known = createRecentSet(maxKnownKeys)

  const admitByIp = (ip: string): Admission => toAdmission(ips.take(bucketOwnerOf(ip)), publicAllowance)

  /** @throws `API_KEY_NOT_ACCEPTED`, `RATE_LIMITED` */
  async function authenticateKey(ip: string, text: string): Promise<string> {
    const digest = createHash('sha256').update(text, 'utf8').digest('base64')
    const isKnown = known.has(digest)
    if (!isKnown) admitByIp(ip)
    const id = (await context.keys.check(text))?.id
    if (id === undefined) {
      known.delete(digest)
      if (isKnown) admitByIp(ip)
      throw fail('API_KEY_NOT_ACCEPTED', {})
    }
    if (!isKnown) ips.giveBack(bucketOwnerOf(ip))
    known.add(digest)
    return id
  }

  return {
    admitAnyone: admitByIp,
    async admit(ip, text, noteKey) {
      if (address !== 'authenticated') return admitByIp(ip)
      if (typeof text !== 'string' || apiKeyId(text) === undefined) {
        admitByIp(ip)
        throw fail('API_KEY_NOT_ACCEPTED', {})
      }
      const id = await authenticateKey(ip, text)
      noteKey(id)
      return toAdmission(keys.take(id), keyAllowance)
    },
  }
}

function toAdmission(taken: TakeResult, allowance: RateLimit): Admission {
  if (!taken.allowed) throw fail('RATE_LIMITED', { retryAfter: taken.retryAfter })
  return { ...taken, allowance }
}

/** A set of texts; when full, it drops the one that was not added for longest. */
function createRecentSet(max: number) {
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
