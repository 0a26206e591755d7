/** Endpoints over http of other machines: refused, unless that is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/start'
import { startBuiltServer } from '../http/built-server.ts'
import { queryOf, wanted } from '../http/house.ts'
import { freshHome, swapline } from './run-built.ts'

let chain: RunningChain
let elsewhere: string
beforeAll(async () => {
  chain = await startChain()
  // The program takes this address for another machine's; the kernel takes it for this one.
  elsewhere = chain.url.replace('127.0.0.1', '0.0.0.0')
})
afterAll(() => chain.stop())

const quote = (more: readonly string[], env: Record<string, string> = {}) =>
  swapline(freshHome(), ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', ...more], { env })

test('a command refuses one, says why and what takes it, and never its path', async () => {
  const { code, stderr, stdout } = await quote(['--rpc-url', `${elsewhere}/v3/CANARY`])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'http://0.0.0.0 is not encrypted: only https:// or this machine, unless --allow-http-rpc is given',
  )
  expect(stderr).not.toContain('CANARY')
})

test('a flag, a variable or the config file takes it', async () => {
  const allowed = [
    await quote(['--rpc-url', elsewhere, '--allow-http-rpc']),
    await quote([], { SWAPLINE_RPC_URL: elsewhere, SWAPLINE_ALLOW_HTTP_RPC: 'true' }),
  ]
  expect(allowed.map(({ code }) => code)).toEqual([0, 0])
  const home = freshHome()
  for (const words of [
    ['networks.sandbox.rpc', elsewhere],
    ['allowHttpRpc', 'true'],
  ])
    expect((await swapline(home, ['config', 'set', ...words])).code).toBe(0)
  expect((await swapline(home, ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox'])).code).toBe(0)
})

test('a server says in its log that what it is told can be changed on the way', async () => {
  const place = { home: freshHome(), chainUrl: `${elsewhere}/`, env: { SWAPLINE_ALLOW_HTTP_RPC: '1' } }
  const server = await startBuiltServer(place, [])
  expect((await fetch(`${server.url}/aggregator/quote${queryOf(wanted)}`)).status).toBe(200)
  const [line = ''] = server
    .said()
    .stderr.split('\n')
    .filter((text) => text.includes('"level":40'))
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    network: 'sandbox',
    msg: `${new URL(elsewhere).host} is asked over http: whoever is on the way can read and change what it says`,
  })
})
