import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fail, type SwapError } from '#domain/errors'
import { watchInterruptions } from './interruption.ts'

function watched() {
  const stops: SwapError[] = []
  const watch = watchInterruptions((error) => stops.push(error))
  onTestFinished(() => watch.end())
  return { watch, stops }
}

test('after sending an interruption is PENDING and names what to look at; before and after that it is not', () => {
  const { watch, stops } = watched()
  process.emit('SIGINT')
  watch.sent({ what: 'The swap', id: 'e41f08aa' })
  process.emit('SIGINT')
  process.emit('SIGTERM')
  watch.settled()
  process.emit('SIGTERM')
  expect(stops.map(({ code }) => code)).toEqual(['INTERRUPTED', 'PENDING', 'PENDING', 'TERMINATED'])
  expect(stops[1]?.fix[0]).toContain('swapline status e41f08aa')
  expect(stops.map(({ context }) => context.sent)).toEqual([undefined, undefined, undefined, true])
})

test('no failure after a transaction reads as if there was none', () => {
  const { watch } = watched()
  const guard = fail('GAS_ABOVE_LIMIT', { cost: '1', limit: '0.5' })
  const refused = fail('SEND_REFUSED', { reason: 'nonce too low' })
  expect(watch.marked(guard).context.sent).toBeUndefined()
  watch.sent({ what: 'The approval', id: 'e41f08aa' })
  expect(watch.marked(guard).context.sent).toBe(true)
  expect(watch.marked(refused).context.sent).toBeUndefined()
  watch.settled()
  expect(watch.marked(refused).context.sent).toBe(true)
})

test('the time limit does not count while a person thinks', async () => {
  const { watch, stops } = watched()
  watch.limit(0.2)
  await watch.thinking(() => sleep(400))
  expect(stops).toEqual([])
  await sleep(400)
  expect(stops.map(({ code }) => code)).toEqual(['TIMED_OUT'])
})

test('the time limit after sending is PENDING', async () => {
  const { watch, stops } = watched()
  watch.sent({ what: 'The swap', id: 'e41f08aa' })
  watch.limit(0.05)
  await sleep(200)
  expect(stops.map(({ code }) => code)).toEqual(['PENDING'])
})
