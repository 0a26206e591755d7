import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { createDeadlines } from './deadlines.ts'

function clockOf() {
  let [now, sleeps] = [0, 0]
  const sleep = async (milliseconds: number) => {
    sleeps += 1
    await new Promise(setImmediate)
    now += milliseconds
  }
  return { clock: { now: () => seconds(0), elapsed: () => now, sleep }, sleeps: () => sleeps }
}

test('unfinished work is late, finished work is not; nothing sleeps once nothing is timed', async () => {
  const { clock, sleeps } = clockOf()
  const deadlines = createDeadlines({ clock }, 1_000)
  const late: string[] = []
  const ends = ['first', 'second', 'third'].map((name) =>
    deadlines.begin(() => late.push(`${name} ${clock.elapsed()}`)),
  )
  ends[1]?.()
  while (late.length < 2) await new Promise(setImmediate)
  expect(late).toEqual(['first 1000', 'third 1000'])
  await new Promise(setImmediate)
  const slept = sleeps()
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  expect(sleeps()).toBe(slept)

  deadlines.begin(() => late.push(`fourth ${clock.elapsed()}`))
  while (late.length < 3) await new Promise(setImmediate)
  expect(late[2]).toBe('fourth 2000')
})
