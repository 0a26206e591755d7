import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { createDeadlines } from './deadlines.ts'
import { createGate } from './gate.ts'
import { timely } from './timely.ts'

const clock = {
  now: () => seconds(0),
  elapsed: () => performance.now(),
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
}

/** A gate that lets one at a time begin, and what none ends before it is told to go on. */
function slowWork() {
  let begun = 0
  let goOn: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const gate = createGate({ clock }, { atOnce: 1, waiting: 9, waitWithin: 60_000 })
  const work = (unwanted: AbortSignal) =>
    gate.pass(async () => {
      begun += 1
      await until
    }, unwanted)
  const timed = { deadlines: createDeadlines({ clock }, 20_000), seconds: 20 }
  return { gate, work, timed, goOn: () => goOn(), begun: () => begun }
}

test('who goes away while waiting for a turn leaves it to others, and is not begun', async () => {
  const { gate, work, timed, goOn, begun } = slowWork()
  let goAway: () => void = () => undefined
  const ask = (onGone: (gone: () => void) => unknown) => timely(timed, onGone, work)
  const first = ask(() => undefined)
  const going = ask((gone) => {
    goAway = gone
  })
  const third = ask(() => undefined)
  expect([gate.running(), gate.waiting()]).toEqual([1, 2])
  goAway()
  await expect(going).rejects.toMatchObject({ code: 'TIMED_OUT' })
  expect(gate.waiting()).toBe(1)
  goOn()
  await Promise.all([first, third])
  expect(begun()).toBe(2)
})
