import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { evm, hex } from '#domain/units'
import { openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { createPoolIndexStore } from './pool-index-store.ts'
import { createPoolMark } from './pool-mark.ts'

const numbered = (n: number) => evm(`0x${String(n).padStart(40, '0')}`)
const weth = numbered(1)
const usdc = numbered(2)
const pool = numbered(3)
const factory = numbered(4)

test('a store without a mark is not opened for pools; a pool that is stored sets it for every process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swapline-mark-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'swapline.db')
  let opened = 0
  const database = openOnce({ path })
  const openIndex = () => {
    const sql = sqliteSql({
      path,
      database: () => {
        opened += 1
        return database()
      },
    })
    return createPoolIndexStore({ sql, mark: createPoolMark(path) })
  }

  const [reader, writer] = [openIndex(), openIndex()]
  expect(await reader.findBetween('base', [weth, usdc])).toEqual([])
  expect(opened).toBe(0)

  const pools = [{ address: pool, tokens: [weth, usdc], feePpm: 3_000, block: 7 }]
  const step = {
    version: undefined,
    first: 0,
    last: 10,
    marks: [{ block: 10, hash: hex(`0x${'0'.repeat(64)}`) }],
    pools,
  }
  const source = { network: 'base', source: 'uniswap-v2', factory }
  expect(await writer.put(source, step)).toBe(true)
  expect((await reader.findBetween('base', [weth, usdc])).map(({ pool: { address } }) => address)).toEqual([pool])
  ;(await database()).close()
})
