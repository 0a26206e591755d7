import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#domain/ports'
import { seconds } from '#domain/units'

export const systemClock: Clock = {
  now: () => seconds(Math.floor(Date.now() / 1_000)),
  elapsed: () => performance.now(),
  sleep: (milliseconds) => sleep(milliseconds),
}
