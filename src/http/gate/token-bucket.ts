import type { Clock } from '#domain/clock'
import type { RateLimit } from '#domain/service/server'

/** Whether one more request may pass, and the values of its headers. */
export interface TakeResult {
  readonly allowed: boolean
  /** Whole requests left now. */
  readonly left: number
  /** Seconds, rounded up, until the next one may pass. */
  readonly retryAfter: number
}

interface Bucket {
  tokens: number
  at: number
}

/** Limit of tracked owners: full buckets are dropped first, which changes nothing. */
const maxOwners = 50_000

/**
 * A token bucket per owner, full at first: a request takes one, `perSecond` are refilled. A refused request takes
 * nothing, so a client that waits as told passes.
 */
export function createTokenBuckets({ clock }: { readonly clock: Pick<Clock, 'elapsed'> }, allowance: RateLimit) {
  const { perSecond, burst } = allowance
  const buckets = new Map<string, Bucket>()

  function bucketOf(owner: string, now: number): Bucket {
    const bucket = buckets.get(owner) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond)
    bucket.at = now
    // Moved to the end, so that the longest quiet ones are first.
    buckets.delete(owner)
    buckets.set(owner, bucket)
    return bucket
  }

  function evict(): void {
    for (const owner of buckets.keys()) {
      if (buckets.size <= maxOwners) return
      buckets.delete(owner)
    }
  }

  return {
    take(owner: string): TakeResult {
      const bucket = bucketOf(owner, clock.elapsed())
      evict()
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      const retryAfter = allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
      return { allowed, left: Math.floor(bucket.tokens), retryAfter }
    },
    /** Undoes an allowed `take`. */
    giveBack(owner: string): void {
      const bucket = bucketOf(owner, clock.elapsed())
      bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
    size: () => buckets.size,
  }
}

/** The owner of an address's bucket: for IPv6 the first 64 bits, since one household has all of them. */
export function bucketOwnerOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
