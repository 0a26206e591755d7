import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { evm, hex } from '#domain/units'
import { createChainCache } from '#store/chain-cache'
import { temporaryDirectory } from './temporary-directory.ts'

const genesis = hex(`0x${'11'.repeat(32)}`)
const key = { chainId: 1, genesis, set: 'weth,usdc' }
const address = evm(`0x${'aa'.repeat(20)}`)
const venue = { protocol: 'uniswap-v2', name: 'uniswap-v2', title: 'Uniswap V2', factory: address, feesPpm: [3000] }
const pools: readonly Pool[] = [{ venue, address, tokens: [address, address], feePpm: 3000 }]
const url = 'https://rpc.example/v3/canary-key'

test('what one process found out the next one knows', () => {
  const directory = join(temporaryDirectory(), 'cache')
  const memory = createChainCache(directory)
  expect(memory.pools(key)).toBeUndefined()
  memory.savePools(key, pools)
  memory.saveEndpoint(url, { chainId: 1, genesis, mode: 'override' })
  const next = createChainCache(directory)
  expect(next.pools(key)).toStrictEqual(pools)
  expect(next.endpoint(url)).toStrictEqual({ chainId: 1, genesis, mode: 'override' })
  expect(next.pools({ ...key, genesis: hex(`0x${'22'.repeat(32)}`) })).toBeUndefined()
  expect(next.pools({ ...key, set: 'weth' })).toBeUndefined()
})

test('the files are private and do not contain an endpoint’s key', () => {
  const directory = join(temporaryDirectory(), 'cache')
  createChainCache(directory).saveEndpoint(url, { chainId: 1, genesis, mode: 'revert' })
  const [file = ''] = readdirSync(directory)
  expect((lstatSync(join(directory, file)).mode & 0o777).toString(8)).toBe('600')
  expect(file + readFileSync(join(directory, file), 'utf8')).not.toContain('canary')
})

test('a damaged entry is ignored', () => {
  const directory = join(temporaryDirectory(), 'cache')
  createChainCache(directory).savePools(key, pools)
  const path = join(directory, readdirSync(directory)[0] ?? '')
  const whole = readFileSync(path, 'utf8')
  for (const broken of [whole.slice(0, -9), '', '[]', 'null', whole.replace('"format":2', '"format":1')]) {
    writeFileSync(path, broken)
    expect(createChainCache(directory).pools(key), broken.slice(0, 20)).toBeUndefined()
  }
})

test('an unwritable folder costs the cache, not the command', () => {
  const memory = createChainCache('/dev/null/cache')
  memory.savePools(key, pools)
  expect(memory.pools(key)).toStrictEqual(pools)
})
