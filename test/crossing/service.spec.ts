/** The built program quotes and swaps to another network over the built server, with a store of its own. */
import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#sandbox/anvil/free-port'
import { bin, cleanEnv } from '#test/cli/run-built'
import { type LyingService, startLyingService } from '#test/remote/lying-service'
import { createPairUser } from './sandbox-pair.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const weth = '0x4200000000000000000000000000000000000006'
let source: SandboxSide
let destination: SandboxSide
let server: ReturnType<typeof spawn> | undefined
let between: LyingService

const { home, run, runElsewhere, startPair, end } = createPairUser(() => ({ SWAPLINE_API_KEY: 'of-the-client' }))
const trade = ['1', 'ETH', 'WETH', '-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0'] as const
const byService = () => [...trade, '--service', between.url]

beforeAll(async () => {
  ;[source, destination] = await startPair(dev0)
  await run('sandbox', 'up', '--pair', 'ethereum,base', '--relay', 'auto')
  const ports = [await findFreePort(), await findFreePort()] as const
  const served = ['--serve-network', 'sandbox-ethereum', '--serve-network', 'sandbox-base']
  const flags = [...served, '--port', String(ports[0]), '--auth-port', String(ports[1])]
  server = spawn(process.execPath, [bin, 'serve', ...flags], { env: cleanEnv(home), stdio: 'ignore' })
  const url = `http://127.0.0.1:${ports[0]}`
  const answers = () =>
    fetch(`${url}/token-manager/networks`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries += 1) {
    if (tries === 300) throw new Error('the server does not answer')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  between = await startLyingService(() => url)
}, 240_000)

afterEach(() => between.answer((body) => body))

afterAll(async () => {
  server?.kill('SIGTERM')
  await between.close()
  await end()
}, 60_000)

test('received is what the service quoted, to the unit', async () => {
  const before = await balanceOf(destination, weth, dev0)
  let quoted = ''
  between.answer((body, path) => {
    if (path === '/aggregator/quote-in') quoted = body.amountOut
    return body
  })
  const swapped = await runElsewhere('swap', ...byService(), '-y')
  expect([swapped.code, swapped.error]).toEqual([0, undefined])
  expect(swapped.data.crossing).toMatchObject({ state: 'success', receivedRaw: quoted })
  expect(String((await balanceOf(destination, weth, dev0)) - before)).toBe(quoted)
  expect(new Set(between.asked.map(({ headers }) => headers['apikey']))).toEqual(new Set(['of-the-client']))
  const paths = new Set(between.asked.map(({ path }) => path.split('?')[0]))
  expect(paths).toEqual(
    new Set(['/aggregator/quote-in', '/aggregator/distribution-in', '/aggregator/distribution-out']),
  )
})

const scale = (text: string, percent: bigint) => String((BigInt(text) * percent) / 100n)
// biome-ignore lint/suspicious/noExplicitAny: as the lying service has it
type Body = any
const lies: readonly (readonly [string, (body: Body) => Body, string])[] = [
  ['less for it', (body) => ({ ...body, amountOut: scale(body.amountOut, 90n) }), 'PRICE_FAR_FROM_MARKET'],
  ['more than the market', (body) => ({ ...body, amountOut: scale(body.amountOut, 110n) }), 'CHECK_FAILED'],
  [
    'a minimum there that only a better market would reach',
    (body) => ({ ...body, amountOut: scale(body.amountOut, 102n) }),
    'CHECK_FAILED',
  ],
  ['a bridge of no table', (body) => ({ ...body, bridge: { ...body.bridge, name: 'celer' } }), 'CHECK_FAILED'],
  [
    'an asset of no bridge',
    (body) => ({ ...body, bridge: { ...body.bridge, intermediaryFromToken: `0x${'1'.repeat(40)}` } }),
    'CHECK_FAILED',
  ],
  [
    'a smaller deposit',
    (body) => ({ ...body, bridge: { ...body.bridge, amountIn: scale(body.bridge.amountIn, 90n) } }),
    'CHECK_FAILED',
  ],
  ['no route here', (body) => ({ ...body, calls: { ...body.calls, route: '0x' } }), 'SERVICE_PAYLOAD_MISMATCH'],
  [
    'bytes that are no route',
    (body) => ({ ...body, calls: { ...body.calls, route: `${body.calls.route}00` } }),
    'SERVICE_PAYLOAD_MISMATCH',
  ],
  [
    'no route there',
    (body) => ({ ...body, calls: { ...body.calls, destination: { ...body.calls.destination, route: '0x' } } }),
    'SERVICE_PAYLOAD_MISMATCH',
  ],
  [
    'ten times the gas there',
    (body) => {
      const { destination: there } = body.calls
      const gasLimit = scale(there.gasLimit, 1000n)
      return { ...body, calls: { ...body.calls, destination: { ...there, gasLimit } } }
    },
    'SERVICE_PAYLOAD_MISMATCH',
  ],
  ['another network', (body) => ({ ...body, toNetwork: 'sandbox-arbitrum' }), 'SERVICE_ANSWER_NOT_VALID'],
  ['nothing to call', ({ calls: _, ...body }) => body, 'SERVICE_ANSWER_NOT_VALID'],
]

test.each(lies)('a service that quotes %s is refused before anything is signed', async (_, lie, code) => {
  between.answer((body, path) => (path === '/aggregator/quote-in' ? lie(body) : body))
  const nonce = await rpc<string>(source, 'eth_getTransactionCount', dev0, 'latest')
  const refused = await runElsewhere('swap', ...byService(), '-y')
  expect(refused.error?.code).toBe(code)
  expect(await rpc<string>(source, 'eth_getTransactionCount', dev0, 'latest')).toBe(nonce)
})
