/** A speedup that is refused ends nothing: the step is followed as it is, and the refusal is told. */
import { expect, test } from 'vitest'
import { followStep } from '#app/trade/steps/follow'
import { fail, type SwapError } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import { hex } from '#domain/units'

const hashOf = (n: number) => hex(`0x${String(n).padStart(64, '0')}`)

/** Follows a step that is mined after a minute; its speedup is due after half of that. @returns what was told, and the end */
async function followRefused(refusal: SwapError): Promise<{ readonly told: readonly string[]; readonly end: unknown }> {
  let elapsed = 0
  const told: string[] = []
  const clock = {
    now: () => 1_000_000 + Math.floor(elapsed / 1_000),
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms
    },
  }
  const signedAt = clock.now()
  const receipt = { block: 5, blockHash: hashOf(5), status: 'success' }
  const intent = () => {
    const isMined = elapsed >= 60_000
    const end = isMined ? { stage: 'mined', depth: 1, receipt } : { stage: 'submitted', depth: 0 }
    const conclusion = { ...end, isFinal: false, finalDepth: 3, mayBroadcast: false, sent: 'yes', known: '' }
    const version = { kind: 'original', hash: hashOf(0), signedAt }
    const payload = { from: '0x00' }
    const tx = { ...version, step: 'approve', nonce: 7, payload, versions: [version], conclusion, observations: [] }
    return { id: 'it', transactions: [tx] } as unknown as Intent
  }
  const speedUp = () => Promise.reject(refusal)
  const look = { endpoint: 'a', head: { number: 1, hash: hashOf(9), time: 1 }, nonce: 7, seen: 'waiting' }
  const chain = { network: { blockTimeMs: 4_000 }, endpoints: ['a'], checkTransaction: async () => [look] }
  const context = { clock, journal: { addObservations: async () => intent() } }
  const limits = { confirmations: 1, timeoutSeconds: 90, bumps: { afterSeconds: 30, max: 3, speedUp } }
  const step = { chain, intent: intent(), step: 'approve' }
  const end = await followStep(context as never, step as never, limits, {
    tell: ({ what }) => void told.push(what),
  }).then(
    () => 'mined',
    (error: unknown) => error,
  )
  return { told, end }
}

test.each([
  // the head of a chain that makes no blocks grows old, which is when a transaction waits
  ['STALE_HEAD', fail('STALE_HEAD', { network: 'Base', age: 130 })],
  ['POLICY_VIOLATED', fail('POLICY_VIOLATED', { path: '.policy.json', rule: 'at most 1 ETH per day' })],
])('a speedup that ends with %s is told, and its transaction is followed until it is mined', async (_, refusal) => {
  const { told, end } = await followRefused(refusal)
  expect(end).toBe('mined')
  expect(told).toContain('not-bumped')
})
