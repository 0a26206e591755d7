import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSpinner } from './spinner.ts'

test('a spinner whose code is gone shows nothing, and ends nothing', async () => {
  vi.doMock('ora', () => {
    throw new Error('replaced by a newer version')
  })
  onTestFinished(() => void vi.doUnmock('ora'))
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const spinner = startSpinner('Finding the best route', true)
  await sleep(300)
  spinner.setLabel('Asking the chain')
  spinner.stop()
  expect(uncaught).toEqual([])
})
