import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fail, type SwapError } from '#domain/errors'
import { watchInterruptions } from './interruption.ts'

/** @param outcome the failure that the journal concludes from another */
function watchSignals(outcome = async (_: string, cause: SwapError): Promise<SwapError> => cause) {
  const stops: SwapError[] = []
  const watch = watchInterruptions({ stop: (error) => stops.push(error), outcome })
  onTestFinished(() => watch.stopWatching())
  return { watch, stops }
}

const pending = async (id: string, cause: SwapError) =>
  fail('PENDING', { what: 'The swap', id, known: 'A node has it.' }, { why: cause.message })

test('before any intent an interruption keeps its own failure', async () => {
  const { watch, stops } = watchSignals(pending)
  expect(watch.isStopping()).toBe(false)
  process.emit('SIGINT')
  expect(watch.isStopping()).toBe(true)
  await sleep(10)
  expect(stops.map(({ code, exit }) => [code, exit])).toEqual([['INTERRUPTED', 130]])
})

test('on an intent the journal decides, also if an earlier run signed it', async () => {
  const { watch, stops } = watchSignals(pending)
  watch.setIntent('e41f08aa')
  process.emit('SIGTERM')
  process.emit('SIGTERM') // the first one ends it
  await sleep(10)
  expect(stops.map(({ code, exit }) => [code, exit])).toEqual([['PENDING', 13]])
  expect(stops[0]?.fix[0]).toContain('swapline status e41f08aa')
  expect(stops[0]?.context.why).toBe('Ended from outside.')
})

test('an unreadable journal leaves the outcome unknown, never "not sent"', async () => {
  const { watch, stops } = watchSignals(() => Promise.reject(new Error('gone')))
  watch.setIntent('e41f08aa')
  process.emit('SIGINT')
  await sleep(10)
  expect(stops.map(({ code, exit, context }) => [code, exit, context.sent])).toEqual([['JOURNAL_UNREADABLE', 13, true]])
})

test('a failure of the command is concluded likewise', async () => {
  const { watch } = watchSignals(pending)
  const guard = fail('GAS_ABOVE_LIMIT', { cost: '1', limit: '0.5' })
  expect((await watch.resolveFailure(guard)).code).toBe('GAS_ABOVE_LIMIT')
  watch.setIntent('e41f08aa')
  expect((await watch.resolveFailure(guard)).code).toBe('PENDING')
})

test('before the command said what it is about, a failure claims nothing about sending that it does not know', async () => {
  const { watch } = watchSignals()
  const sentBy = async (cause: SwapError) => (await watch.resolveFailure(cause)).context.sent
  expect(await sentBy(fail('NO_ACCOUNT', {}))).toBe('unasked')
  expect(await sentBy(fail('NO_ACCOUNT', {}, { sent: true }))).toBe(true)
  expect(await sentBy(fail('STORE_BUSY', { what: 'The journal' }))).toBeUndefined() // its row says `maybe`
  watch.setConclusion(async (cause) => cause)
  expect(await sentBy(fail('NO_ACCOUNT', {}))).toBeUndefined()
})

test('the time limit does not run during a prompt', async () => {
  const { watch, stops } = watchSignals()
  watch.startTimeLimit(0.5)
  await watch.pauseTimeLimit(() => sleep(900))
  expect(stops).toEqual([])
  await sleep(900)
  expect(stops.map(({ code, exit }) => [code, exit])).toEqual([['TIMED_OUT', 5]])
})

test("the time limit on a signed intent gives the journal's outcome", async () => {
  const { watch, stops } = watchSignals(pending)
  watch.setIntent('e41f08aa')
  watch.startTimeLimit(0.05)
  await sleep(400)
  expect(stops.map(({ code }) => code)).toEqual(['PENDING'])
})

test('nor does a failure of the command claim "not sent" where the conclusion cannot be read', async () => {
  const { watch } = watchSignals()
  const damaged = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk reports an error' })
  watch.setConclusion(() => Promise.reject(damaged)) // as a batch's, of which rows were sent
  const shown = await watch.resolveFailure(damaged).catch((error: SwapError) => error)
  expect(shown.context.sent).toBe(true)
})
