/** Counts of a wallet's swaps: over all served networks, and never zeros for chains that were not searched. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { createHome, runSwapline } from '../cli/run-built.ts'
import { type BuiltServer, generousFlags, spawnServer } from './built-server.ts'
import { trader } from './fixture.ts'

const home = mkdtempSync(join(tmpdir(), 'swapline-counts-'))
let chain: RunningChain
let server: BuiltServer
beforeAll(async () => {
  chain = await startChain()
  const env = { SWAPLINE_RPC_URL_BASE: 'http://127.0.0.1:9' }
  server = await spawnServer({ home, chainUrl: chain.url, env }, [...generousFlags, '--serve-network', 'base'])
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await chain.stop()
  rmSync(home, { recursive: true, force: true })
})

async function swapOnce(): Promise<void> {
  const words = [
    'swap',
    '0.1',
    'ETH',
    'USDC',
    '-n',
    'sandbox',
    '-a',
    'dev0',
    '--rpc-url',
    chain.url,
    '-y',
    '-o',
    'json',
  ]
  const { code, stderr } = await runSwapline(createHome(), words)
  expect({ code, stderr }).toMatchObject({ code: 0 })
}

async function counts(url: string, query = `walletAddress=${trader}`) {
  const reply = await fetch(`${url}/user-manager/status-counts?${query}`)
  return { incomplete: reply.headers.get('x-networks-incomplete'), body: await reply.json(), status: reply.status }
}

const one = { pending: 0, bridging: 0, success: 1, partial: 0, error: 0, refunded: 0, expired: 0 }

test('without a network the chains of all served ones are searched; a silent one is named', async () => {
  await swapOnce()
  expect(await counts(server.url)).toEqual({ incomplete: 'base', body: one, status: 200 })
  expect(await counts(server.url, `walletAddress=${trader}&network=sandbox`)).toEqual({
    incomplete: null,
    body: one,
    status: 200,
  })
  expect(await counts(server.url, `walletAddress=${trader}&network=base`)).toMatchObject({
    incomplete: 'base',
    body: { success: 0 },
  })
})

test('no chain of a network that is not served is read', async () => {
  expect(await counts(server.url, `walletAddress=${trader}&network=polygon`)).toMatchObject({ body: { code: 1007 } })
  const hash = `0x${'ab'.repeat(32)}`
  const reply = await fetch(`${server.url}/user-manager/swap?transactionHash=${hash}&network=polygon`)
  expect(await reply.json()).toMatchObject({ code: 1007 })
})
