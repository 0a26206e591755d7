import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#domain/clock'
import { seconds } from '#domain/units'

export const systemClock: Clock = {
  now: () => seconds(Math.floor(Date.now() / 1_000)),
  // Not `performance`, a module that takes milliseconds to load.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (milliseconds, enough) => (enough === undefined ? sleep(milliseconds) : sleepUntil(milliseconds, enough)),
}

const sleepUntil = (milliseconds: number, enough: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal: enough }).catch(() => undefined)
