import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleModule } from '../bundle.ts'

const [threads, rounds] = [3, 500]

/** Meets the others before each round, then creates the same folders as they do. Posts how often that failed. */
const claim = `
  const { parentPort, workerData: { path, folder, shared, threads, rounds } } = require('node:worker_threads')
  import(path).then(({ claimDirectory }) => {
    const arrived = new Int32Array(shared)
    let failed = 0
    for (let round = 1; round <= rounds; round++) {
      Atomics.add(arrived, 0, 1)
      while (Atomics.load(arrived, 0) < threads * round);
      try { claimDirectory(folder + '/' + round + '/a/b/c', (error) => error) } catch { failed += 1 }
    }
    parentPort.postMessage(failed)
  })`

let module: Awaited<ReturnType<typeof bundleModule>>
let folder: string
beforeAll(async () => {
  module = await bundleModule('src/system/private-directory.ts')
  folder = mkdtempSync(join(tmpdir(), 'swapline-claim-'))
})
afterAll(() => {
  module.remove()
  rmSync(folder, { recursive: true })
})

test('programs that create the same folders at the same time all succeed', async () => {
  const workerData = { path: module.path, folder, shared: new SharedArrayBuffer(4), threads, rounds }
  const start = () =>
    new Promise((resolve, reject) => {
      new Worker(claim, { eval: true, workerData }).once('message', resolve).once('error', reject)
    })
  expect(await Promise.all(Array.from({ length: threads }, start))).toEqual([0, 0, 0])
})
