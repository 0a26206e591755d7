/**
 * What was done by a quote to another network is told by its id, as by that of any quote: whether it was used, by whomever,
 * and the approvals that were sent for it before its swap was signed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, cleanEnv } from '#test/cli/run-built'
import { createCctpUser } from './cctp-on-sandbox.ts'
import { rpc, type SandboxSide } from './sandbox-side.ts'
import { freePort, readReply, untilServed } from './served-pair.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const here = ['-n', 'sandbox-ethereum', '-a', 'dev0'] as const
const between = [...here, '--to-network', 'sandbox-base', '--bridge', 'cctp'] as const
let source: SandboxSide
let server: ChildProcess | undefined

const { home, variables, run, startPair, end } = createCctpUser()

beforeAll(async () => {
  ;[source] = await startPair(dev0)
}, 240_000)

afterAll(async () => {
  server?.kill('SIGTERM')
  await end()
}, 60_000)

async function serve(): Promise<string> {
  const [port, authPort] = await Promise.all([freePort(), freePort()])
  const served = ['--serve-network', 'sandbox-ethereum', '--serve-network', 'sandbox-base']
  const ports = ['--port', String(port), '--auth-port', String(authPort)]
  server = spawn(process.execPath, [bin, 'serve', ...served, ...ports], {
    env: cleanEnv(home, variables()),
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await untilServed(url)
  return url
}

/** A run that sends the approval of a quote and ends before the swap: no block takes it. */
async function approveAlone(quote: string): Promise<readonly string[]> {
  await rpc(source, 'evm_setAutomine', false)
  const { error } = await run('swap', quote, ...here, '-y', '--timeout', '20s')
  expect(error).toMatchObject({ code: 'PENDING', sent: true })
  return error.approvals
}

const mineAgain = async () => {
  await rpc(source, 'evm_setAutomine', true)
  await rpc(source, 'evm_mine')
}

test('status of a quote to another network says whether it can be used, or was', async () => {
  const url = await serve()
  const { data: quoted } = await run('quote', '0.1', 'ETH', 'USDC', ...between)
  const ofQuote = { kind: 'quote', quoteId: quoted.id, network: 'sandbox-ethereum', toNetwork: 'sandbox-base' }
  expect((await run('status', quoted.id)).data).toMatchObject({ ...ofQuote, state: 'valid', consumedAt: null })

  const built = await readReply(await fetch(`${url}/aggregator/transaction-in?quote-id=${quoted.id}`))
  expect(built.status).toBe(200) // who asked for it may sign and send it
  const used = await run('swap', quoted.id, ...here, '-y')
  expect(used.error).toMatchObject({ code: 'QUOTE_CONSUMED', sent: true })
  expect(used.error.fix[0]).toContain(`swapline status ${quoted.id}`)
  const status = await run('status', quoted.id.slice(0, 8))
  expect(status.data).toMatchObject({ ...ofQuote, state: 'consumed', consumedAt: expect.any(String) })
}, 240_000)

test.each([
  ['to another network', ['quote', '100', 'USDC', 'USDC', ...between]],
  ['of one network', ['quote', '100', 'USDC', 'WETH', ...here]],
])(
  'an approval that was sent for a quote %s is named, whatever the next run is refused for',
  async (_, asked) => {
    const { data: quoted } = await run(...asked)
    const approvals = await approveAlone(quoted.id)
    for (const word of [quoted.id, quoted.id.slice(0, 8)]) {
      const refused = await run('swap', word, ...here, '-y', '--deadline', '20m')
      expect(refused.error).toMatchObject({ code: 'USAGE', sent: true, approvals })
    }
    expect((await run('status', quoted.id)).data).toMatchObject({ kind: 'quote', approvals })
    await mineAgain()
  },
  240_000,
)
