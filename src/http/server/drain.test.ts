import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#system/clock'
import { createDrain } from './drain.ts'

test('a listener that cannot be closed fails the drain, and nothing else', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const listener = { server: createServer(), close: () => Promise.reject(new Error('not closed')) }
  const drain = createDrain({ clock: systemClock }, [listener as unknown as FastifyInstance], {
    graceMs: 0,
    drainMs: 1_000,
  })
  await expect(drain()).rejects.toThrow('not closed')
  expect(uncaught).toEqual([])
})
