import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fail, type SwapError } from '#domain/errors'
import { watchInterruptions } from './interruption.ts'

/** @param outcome what the journal makes of a failure */
function watched(outcome = async (_: string, cause: SwapError): Promise<SwapError> => cause) {
  const stops: SwapError[] = []
  const watch = watchInterruptions({ stop: (error) => stops.push(error), outcome })
  onTestFinished(() => watch.end())
  return { watch, stops }
}

const pending = async (id: string, cause: SwapError) =>
  fail('PENDING', { what: 'The swap', id, known: 'A node has it.' }, { why: cause.message })

test('before any intent an interruption is what it is', async () => {
  const { watch, stops } = watched(pending)
  expect(watch.isStopping()).toBe(false)
  process.emit('SIGINT')
  expect(watch.isStopping()).toBe(true)
  await sleep(10)
  expect(stops.map(({ code, exit }) => [code, exit])).toEqual([['INTERRUPTED', 130]])
})

test('on an intent it is what the journal says, also on one that an earlier run signed', async () => {
  const { watch, stops } = watched(pending)
  watch.worksOn('e41f08aa')
  process.emit('SIGTERM')
  process.emit('SIGTERM') // the first one ends it
  await sleep(10)
  expect(stops.map(({ code, exit }) => [code, exit])).toEqual([['PENDING', 13]])
  expect(stops[0]?.fix[0]).toContain('swapline status e41f08aa')
  expect(stops[0]?.context.why).toBe('Ended from outside.')
})

test('a journal that cannot be asked leaves the outcome unknown, never «not sent»', async () => {
  const { watch, stops } = watched(() => Promise.reject(new Error('gone')))
  watch.worksOn('e41f08aa')
  process.emit('SIGINT')
  await sleep(10)
  expect(stops.map(({ code, exit, context }) => [code, exit, context.sent])).toEqual([['JOURNAL_UNREADABLE', 13, true]])
})

test('a failure of the command goes the same way', async () => {
  const { watch } = watched(pending)
  const guard = fail('GAS_ABOVE_LIMIT', { cost: '1', limit: '0.5' })
  expect((await watch.outcome(guard)).code).toBe('GAS_ABOVE_LIMIT')
  watch.worksOn('e41f08aa')
  expect((await watch.outcome(guard)).code).toBe('PENDING')
})

test('the time limit does not count while a person thinks', async () => {
  const { watch, stops } = watched()
  watch.limit(0.5)
  await watch.thinking(() => sleep(900))
  expect(stops).toEqual([])
  await sleep(900)
  expect(stops.map(({ code, exit }) => [code, exit])).toEqual([['TIMED_OUT', 5]])
})

test('the time limit on a signed intent is what the journal says', async () => {
  const { watch, stops } = watched(pending)
  watch.worksOn('e41f08aa')
  watch.limit(0.05)
  await sleep(400)
  expect(stops.map(({ code }) => code)).toEqual(['PENDING'])
})
