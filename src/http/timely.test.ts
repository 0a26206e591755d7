import { expect, test } from 'vitest'
import type { Service } from '#domain/service'
import type { RouteContext } from './context.ts'
import { createDeadlines } from './deadlines.ts'
import { createGate } from './gate.ts'
import { timely } from './timely.ts'

const clock = {
  now: () => 0 as never,
  elapsed: () => performance.now(),
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
}

/** A service that works on one quote at a time, until it is told to go on. */
function slowService() {
  let begun = 0
  let goOn: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const quote = async () => {
    begun += 1
    await until
    return {} as never
  }
  const context = { settings: { answerWithin: 20 }, service: { quote } as Partial<Service> } as unknown as RouteContext
  const gate = createGate({ clock }, { atOnce: 1, waiting: 9, waitWithin: 60_000 })
  return {
    shared: { context, gate, deadlines: createDeadlines({ clock }, 20_000) },
    goOn: () => goOn(),
    begun: () => begun,
  }
}

test('who goes away while waiting for a turn leaves it to others, and is not begun', async () => {
  const { shared, goOn, begun } = slowService()
  let goAway: () => void = () => undefined
  const ask = (onGone: (gone: () => void) => unknown) =>
    timely(shared, onGone, ({ service }) => service.quote({} as never))
  const first = ask(() => undefined)
  const going = ask((gone) => {
    goAway = gone
  })
  const third = ask(() => undefined)
  expect([shared.gate.running(), shared.gate.waiting()]).toEqual([1, 2])
  goAway()
  await expect(going).rejects.toMatchObject({ code: 'TIMED_OUT' })
  expect(shared.gate.waiting()).toBe(1)
  goOn()
  await Promise.all([first, third])
  expect(begun()).toBe(2)
})
