import type { Clock } from '#domain/ports'
import type { Allowance } from '#domain/server'

/** Whether one more request may pass, and what its headers say. */
export interface Taken {
  readonly allowed: boolean
  /** Whole requests that are left now. */
  readonly left: number
  /** Seconds, rounded up, until one may pass. */
  readonly retryAfter: number
}

interface Bucket {
  tokens: number
  at: number
}

/** More owners than this are not told apart for long: full buckets are forgotten first, which changes nothing. */
const mostOwners = 50_000

/**
 * A bucket of tokens for everyone who asks, full at first: a request takes one, `perSecond` come back.
 * A refused request takes nothing, so that whoever waits as told gets through.
 */
export function createTokenBuckets({ clock }: { readonly clock: Pick<Clock, 'elapsed'> }, allowance: Allowance) {
  const { perSecond, burst } = allowance
  const buckets = new Map<string, Bucket>()

  function bucketOf(owner: string, now: number): Bucket {
    const bucket = buckets.get(owner) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond)
    bucket.at = now
    // Moved to the end, so that the first are those that were quiet longest.
    buckets.delete(owner)
    buckets.set(owner, bucket)
    return bucket
  }

  function forget(): void {
    for (const owner of buckets.keys()) {
      if (buckets.size <= mostOwners) return
      buckets.delete(owner)
    }
  }

  return {
    take(owner: string): Taken {
      const bucket = bucketOf(owner, clock.elapsed())
      forget()
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      const retryAfter = allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
      return { allowed, left: Math.floor(bucket.tokens), retryAfter }
    },
    /** Undoes a `take` that was allowed. */
    giveBack(owner: string): void {
      const bucket = bucketOf(owner, clock.elapsed())
      bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
    size: () => buckets.size,
  }
}

/** Whose bucket an address takes from: of IPv6 the first 64 bits, which one household has all of. */
export function ownerOf(ip: string): string {
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
