/** An index that is killed at any point ends up the same. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { network } from '#networks/entries/sandbox'
import { startChain } from '#sandbox/anvil/start'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { bundleModule } from '../bundle.ts'
import { startProxy } from '../chain/proxy.ts'
import { createPoolMaker, dai, swapHook, uni } from './pool-maker.ts'

const { SWAPLINE_INDEX_KILLS = '3' } = process.env
const kills = Number(SWAPLINE_INDEX_KILLS)

test('killed after any of its requests and started again, it ends with the same pools', async () => {
  const node = await startChain()
  const make = await createPoolMaker(node.rpc)
  for (const fee of [100, 200, 300, 400]) await make.v4(fee, fee === 200 ? swapHook : undefined)
  await make.v2()
  await make.v3(1)
  // one block per request, so that there are many points to kill it at
  const proxy = await startProxy(node.url, [
    {
      method: 'eth_getLogs',
      when: ({ params: [filter] }) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
        return fromBlock !== toBlock
      },
      fault: { kind: 'error', code: -32_602, message: 'block range is too large' },
    },
  ])
  const client = await bundleModule(join(import.meta.dirname, 'client.ts'))
  const folders: string[] = []
  const state = () => {
    folders.push(mkdtempSync(join(tmpdir(), 'swapline-index-kill-')))
    return folders.at(-1) ?? ''
  }
  const start = (folder: string) => spawn(process.execPath, [client.path, folder, proxy.url])
  try {
    const whole = state()
    proxy.forget()
    const said = await lastLine(start(whole))
    const questions = proxy.posts.length
    expect(questions).toBeGreaterThan(40)

    const often = state()
    let killed = 0
    for (let i = 0; i < kills; i++) {
      proxy.forget()
      const child = start(often)
      const after = 1 + Math.floor((i * questions) / kills / 2)
      while (proxy.posts.length < after && child.exitCode === null) await sleep(1)
      killed += child.kill('SIGKILL') ? 1 : 0
      await ended(child)
    }
    expect(killed).toBeGreaterThan(kills / 2)
    expect(await lastLine(start(often))).toEqual(said)
    expect(await poolsIn(often)).toEqual(await poolsIn(whole))
    expect(await poolsIn(whole)).toHaveLength(6)
  } finally {
    client.remove()
    await proxy.close()
    await node.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}, 600_000)

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

async function lastLine(child: ChildProcess): Promise<unknown> {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(text.trim().split('\n').at(-1) ?? '')
}

async function poolsIn(folder: string) {
  const path = join(folder, 'swapline.db')
  const database = await openDatabase({ path })
  try {
    const index = createPoolIndexStore({ sql: sqliteSql({ path, database: async () => database }) })
    return await index.findBetween(network.name, [uni, dai])
  } finally {
    database.close()
  }
}
