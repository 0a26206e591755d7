import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { AccountLock } from '#domain/journal/journal'
import { createAccountLock } from '#store/journal/account-lock'
import { createWorkerProcesses } from './processes.ts'
import { account } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const processes = createWorkerProcesses()
const clock = { elapsed: () => performance.now(), sleep: (ms: number) => sleep(ms) }
const lockIn = (directory: string, patienceMilliseconds = 5000): AccountLock =>
  createAccountLock({ directory, clock, timeoutMs: patienceMilliseconds })

test('a process that dies while it holds the lock frees it', async () => {
  const directory = temporaryDirectory()
  const holder = processes.start('hold', directory)
  expect(await holder.line()).toBe('held')
  await expect(lockIn(directory, 200).withLock(1, account, async () => 1)).rejects.toMatchObject({
    code: 'STORE_BUSY',
    exit: 5,
  })
  const waiting = lockIn(directory).withLock(1, account, async () => performance.now())
  await sleep(100)
  const killed = performance.now()
  holder.kill()
  expect((await waiting) - killed).toBeLessThan(1000)
})

test('a process that is stopped keeps it, however long: nobody signs beside it', async () => {
  const directory = temporaryDirectory()
  const holder = processes.start('hold', directory)
  expect(await holder.line()).toBe('held')
  holder.process.kill('SIGSTOP')
  await expect(lockIn(directory, 1_500).withLock(1, account, async () => 1)).rejects.toMatchObject({
    code: 'STORE_BUSY',
  })
  holder.process.kill('SIGCONT')
  holder.kill()
})

test('processes take turns: no count is lost', async () => {
  const directory = temporaryDirectory()
  const counter = join(directory, 'counter')
  writeFileSync(counter, '0')
  const workers = Array.from({ length: 4 }, () => processes.start('count', directory, counter))
  expect(await Promise.all(workers.map((worker) => worker.rest()))).toEqual(Array(4).fill(['done']))
  expect(readFileSync(counter, 'utf8')).toBe('80')
})

test('two holders in one process take turns as well, without blocking the process', async () => {
  const lock = lockIn(temporaryDirectory())
  const order: string[] = []
  let ticks = 0
  const beat = setInterval(() => ticks++, 5)
  const work = (name: string) =>
    lock.withLock(1, account, async () => {
      order.push(`${name} in`)
      await sleep(100)
      order.push(`${name} out`)
    })
  await Promise.all([work('a'), work('b')])
  clearInterval(beat)
  const [one, other] = order[0] === 'a in' ? ['a', 'b'] : ['b', 'a']
  expect(order).toEqual([`${one} in`, `${one} out`, `${other} in`, `${other} out`])
  expect(ticks).toBeGreaterThan(10)
})

test('a waiting process does not free the lock it waits for by checking the file', async () => {
  const directory = temporaryDirectory()
  await lockIn(directory).withLock(1, account, async () => {
    await expect(lockIn(directory, 50).withLock(1, account, async () => 1)).rejects.toMatchObject({
      code: 'STORE_BUSY',
    })
    const other = processes.start('count', directory, join(directory, 'none'))
    const first = await Promise.race([other.line(), sleep(700, 'still waiting')])
    expect(first).toBe('still waiting')
    other.kill()
  })
})

test('other accounts and chains are free, and an error of the work frees the lock', async () => {
  const lock = lockIn(temporaryDirectory(), 100)
  const failing = lock.withLock(1, account, async () => {
    await lock.withLock(2, account, async () => 1)
    throw new RangeError('mine')
  })
  await expect(failing).rejects.toThrow('mine')
  expect(await lock.withLock(1, account, async () => 7)).toBe(7)
})

test('the lock file is empty and accessible to its owner only', async () => {
  const directory = temporaryDirectory()
  const path = join(directory, `1-${account}.lock`)
  const { mode, size } = await lockIn(directory).withLock(1, account, async () => lstatSync(path))
  expect((mode & 0o777).toString(8)).toBe('600')
  expect(size).toBe(0)
})
