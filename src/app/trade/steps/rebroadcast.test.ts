/** When the same bytes are sent again, while no endpoint shows them. */
import { expect, test } from 'vitest'
import type { Observation } from '#domain/journal/observations'
import type { JournalTx } from '#domain/journal/swap'
import { hex, seconds } from '#domain/units'
import { isRebroadcastDue } from './rebroadcast.ts'

const hash = hex(`0x${'11'.repeat(32)}`)

const sentAt = (at: number): JournalTx => {
  const sent: Observation = { kind: 'broadcast', at: seconds(at), endpoint: 'a', hash, outcome: 'accepted' }
  const versions = [{ hash }]
  return { conclusion: { mayBroadcast: true }, observations: [sent], versions } as unknown as JournalTx
}

test.each([
  [3_602, false],
  [3_603, true],
])('three seconds after the last time: at %i, %s', (now, isDue) => {
  expect(isRebroadcastDue(sentAt(3_600), now)).toBe(isDue)
})

test('though the clock was set back by an hour since', () => {
  expect(isRebroadcastDue(sentAt(3_600), 10)).toBe(true)
})
