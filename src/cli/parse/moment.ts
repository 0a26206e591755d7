import { fail } from '#domain/errors'
import { type Seconds, seconds } from '#domain/units'

/** A moment as written: a date, a time in UTC, or how long ago. */
export type Moment = { readonly at: Seconds } | { readonly ago: Seconds }

const unitSeconds: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 }

/**
 * `7d`, `24h`, `30m`, `2w` ago, `2026-11-01`, or `2026-11-01T10:30` with or without seconds and `Z`: always UTC.
 * @throws `VALIDATION_FAILED`
 */
export function parseMoment(text: string): Moment {
  const word = text.trim()
  const [, count = '', unit = ''] = /^(\d{1,5})([mhdw])$/.exec(word) ?? []
  if (count !== '') return { ago: seconds(Number(count) * (unitSeconds[unit] ?? 0)) }
  const [, day, clock = '00:00', second = '00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?Z?)?$/i.exec(word) ?? []
  const milliseconds = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}:${second}Z`)
  if (day === undefined || !isOnDay(milliseconds, day))
    throw fail('VALIDATION_FAILED', { reason: `"${word}" is no time: write 7d, 24h, 2026-11-01 or 2026-11-01T10:30Z` })
  return { at: seconds(milliseconds / 1_000) }
}

/** Whether a parsed time is on the day that was written: `Date.parse` turns 31 February into 3 March. */
export const isOnDay = (milliseconds: number, day: string): boolean =>
  milliseconds >= 0 && new Date(milliseconds).toISOString().slice(0, 10) === day

export const toTime = (moment: Moment, now: Seconds): Seconds =>
  'at' in moment ? moment.at : seconds(Math.max(0, now - moment.ago))
