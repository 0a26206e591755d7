/** Endpoints over http on other machines: refused, unless that is allowed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { startBuiltServer } from '../http/built-server.ts'
import { defaultQuery, toQueryString } from '../http/fixture.ts'
import { createHome, runSwapline } from './run-built.ts'

let chain: RunningChain
let elsewhere: string
beforeAll(async () => {
  chain = await startChain()
  // The program takes this address for another machine's; the kernel takes it for this one.
  elsewhere = chain.url.replace('127.0.0.1', '0.0.0.0')
})
afterAll(() => chain.stop())

const quote = (more: readonly string[], env: Record<string, string> = {}) =>
  runSwapline(createHome(), ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', ...more], { env })

test('a command refuses one, says why and what allows it, and never its path', async () => {
  const { code, stderr, stdout } = await quote(['--rpc-url', `${elsewhere}/v3/CANARY`])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'http://0.0.0.0 is not encrypted: only https:// or this machine, unless --allow-http-rpc is given',
  )
  expect(stderr).not.toContain('CANARY')
})

test('a flag, a variable or the config file allows it', async () => {
  const allowed = [
    await quote(['--rpc-url', elsewhere, '--allow-http-rpc']),
    await quote([], { SWAPLINE_RPC_URL: elsewhere, SWAPLINE_ALLOW_HTTP_RPC: 'true' }),
  ]
  expect(allowed.map(({ code }) => code)).toEqual([0, 0])
  const home = createHome()
  for (const words of [
    ['networks.sandbox.rpc', elsewhere],
    ['allowHttpRpc', 'true'],
  ])
    expect((await runSwapline(home, ['config', 'set', ...words])).code).toBe(0)
  expect((await runSwapline(home, ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox'])).code).toBe(0)
})

test('a server logs that its endpoint’s answers can be changed in transit', async () => {
  const place = { home: createHome(), chainUrl: `${elsewhere}/`, env: { SWAPLINE_ALLOW_HTTP_RPC: '1' } }
  const server = await startBuiltServer(place, [])
  expect((await fetch(`${server.url}/aggregator/quote${toQueryString(defaultQuery)}`)).status).toBe(200)
  const [line = ''] = server
    .getOutput()
    .stderr.split('\n')
    .filter((text) => text.includes('"level":40'))
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    network: 'sandbox',
    msg: `${new URL(elsewhere).host} is reached over http: its answers can be read and changed in transit`,
  })
})
