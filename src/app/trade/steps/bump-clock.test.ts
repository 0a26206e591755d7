/** A version is sped up once it has waited as long as was asked for, whatever becomes of the clock meanwhile. */
import { expect, test } from 'vitest'
import { followStep } from '#app/trade/steps/follow'
import type { Intent } from '#domain/journal/swap'
import { hex } from '#domain/units'

const hashOf = (n: number) => hex(`0x${String(n).padStart(64, '0')}`)

/** Follows a step that nobody mines; the clock is set back by a minute once the first speedup is signed. */
async function followWaiting(afterSeconds: number): Promise<readonly number[]> {
  let elapsed = 0
  let setBack = 0
  const bumps: number[] = []
  const clock = {
    now: () => 1_000_000 + Math.floor(elapsed / 1_000) - setBack,
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms
    },
  }
  const versions = [{ kind: 'original', hash: hashOf(0), signedAt: clock.now() }]
  const intent = () => {
    const newest = versions.at(-1)
    const conclusion = { stage: 'submitted', depth: 0, isFinal: false, mayBroadcast: false, sent: 'yes', known: '' }
    const payload = { from: '0x00' }
    const tx = { ...newest, step: 'approve', nonce: 7, payload, versions: [...versions], conclusion, observations: [] }
    return { id: 'it', transactions: [tx] } as unknown as Intent
  }
  const speedUp = async () => {
    bumps.push(elapsed / 1_000)
    versions.push({ kind: 'speedup', hash: hashOf(versions.length), signedAt: clock.now() })
    const after = intent()
    setBack = 60
    return after
  }
  const look = { endpoint: 'a', head: { number: 1, hash: hashOf(9), time: 1 }, nonce: 7, seen: 'waiting' }
  const chain = { network: { blockTimeMs: 4_000 }, endpoints: ['a'], checkTransaction: async () => [look] }
  const context = { clock, journal: { addObservations: async () => intent() } }
  const limits = { confirmations: 1, timeoutSeconds: afterSeconds * 2 - 2, bumps: { afterSeconds, max: 5, speedUp } }
  const step = { chain, intent: intent(), step: 'approve' }
  await followStep(context as never, step as never, limits, { tell: () => undefined }).catch(() => undefined)
  return bumps
}

test('a clock that is set back does not make a version that was just signed an old one', async () => {
  expect(await followWaiting(30)).toEqual([30])
})
