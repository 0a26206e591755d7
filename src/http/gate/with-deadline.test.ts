import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { createDeadlines } from './deadlines.ts'
import { type AnswerWait, withDeadline } from './with-deadline.ts'

const clock = {
  now: () => seconds(0),
  elapsed: () => performance.now(),
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
}

/** A limiter for one at a time, and work that ends only on command. */
function slowWork() {
  let begun = 0
  let goOn: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const gate = createConcurrencyLimiter({ clock }, { maxConcurrent: 1, maxQueued: 9, maxWaitMs: 60_000 })
  const work = ({ unwanted }: AnswerWait) =>
    gate.run(async () => {
      begun += 1
      await until
    }, unwanted)
  const timed = { deadlines: createDeadlines({ clock }, 20_000), seconds: 20 }
  return { gate, work, timed, goOn: () => goOn(), begun: () => begun }
}

test('a client that disconnects while waiting gives up its place, and its work does not begin', async () => {
  const { gate, work, timed, goOn, begun } = slowWork()
  let goAway: () => void = () => undefined
  const ask = (onGone: (gone: () => void) => unknown) => withDeadline(timed, onGone, work)
  const first = ask(() => undefined)
  const going = ask((gone) => {
    goAway = gone
  })
  const third = ask(() => undefined)
  expect([gate.running(), gate.queuedCount()]).toEqual([1, 2])
  goAway()
  await expect(going).rejects.toMatchObject({ code: 'TIMED_OUT' })
  expect(gate.queuedCount()).toBe(1)
  goOn()
  await Promise.all([first, third])
  expect(begun()).toBe(2)
})

test('an answer that is kept is waited for, however late; any other is refused', async () => {
  const answer = (isKept: boolean) =>
    withDeadline(
      { deadlines: createDeadlines({ clock }, 50), seconds: 1 },
      () => undefined,
      async ({ keep }) => {
        if (isKept) keep()
        await clock.sleep(400)
        return 'done'
      },
    )
  expect(await answer(true)).toBe('done')
  await expect(answer(false)).rejects.toMatchObject({ code: 'TIMED_OUT' })
})
