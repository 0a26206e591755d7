import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOwnerOf, createTokenBuckets } from './token-bucket.ts'

function clocked() {
  let now = 0
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { clock: { elapsed: () => now }, pass }
}

test('a burst passes at once, then the given number per second', () => {
  const { clock, pass } = clocked()
  const buckets = createTokenBuckets({ clock }, { perSecond: 2, burst: 3 })
  expect([1, 2, 3, 4].map(() => buckets.take('a').allowed)).toEqual([true, true, true, false])
  expect(buckets.take('b').allowed).toBe(true)
  pass(499)
  expect(buckets.take('a')).toMatchObject({ allowed: false, retryAfter: 1 })
  pass(1)
  expect(buckets.take('a').allowed).toBe(true)
  pass(60_000)
  expect([1, 2, 3, 4].map(() => buckets.take('a').allowed)).toEqual([true, true, true, false])
})

test('never more than the burst plus what was refilled; a client that waits as told passes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }),
      (perSecond, burst, gaps) => {
        const { clock, pass } = clocked()
        const buckets = createTokenBuckets({ clock }, { perSecond, burst })
        let allowed = 0
        let time = 0
        for (const gap of gaps) {
          pass(gap)
          time += gap
          const taken = buckets.take('a')
          if (taken.allowed) allowed += 1
          expect(allowed).toBeLessThanOrEqual(burst + (time / 1_000) * perSecond + 1e-6)
          if (!taken.allowed) {
            pass(taken.retryAfter * 1_000)
            time += taken.retryAfter * 1_000
            expect(buckets.take('a').allowed).toBe(true)
            allowed += 1
          }
        }
      },
    ),
  )
})

test('the longest quiet buckets are dropped before there are too many', () => {
  const { clock } = clocked()
  const buckets = createTokenBuckets({ clock }, { perSecond: 1, burst: 1 })
  for (let i = 0; i < 60_000; i++) buckets.take(String(i))
  expect(buckets.size()).toBe(50_000)
  expect(buckets.take('59999').allowed).toBe(false)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s takes from %s', (ip, owner) => {
  expect(bucketOwnerOf(ip)).toBe(owner)
})
