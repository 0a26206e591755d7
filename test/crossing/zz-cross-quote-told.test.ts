/**
 * RED. What is wrong:
 * 1. `status <quote>` of a quote to another network that was used by the HTTP API says that there is no such quote, and
 *    `sent: false`, though QUOTE_CONSUMED itself names this very command for «its outcome»: only the store of quotes of one
 *    network is looked into. (A fresh one is not found either.)
 * 2. After a run of `swap <quote>` that sent its approval and was ended before the swap, the same command with a word that is
 *    refused (`--deadline 20m`) says `sent: false`: until a trade is bound, nothing finds the intent by the quote's id, as its
 *    key is `quote:<id>`, or `cross:<id>`. By a name of the user's (`--id`) it is found, and the approval is named.
 *
 * What a user loses: 1. a payload that was handed out may have been signed and sent; who is told that there is no such quote
 * and that nothing was sent swaps again, and sells twice. 2. An approval and a nonce that are under way are denied.
 *
 * Severity: 1 high (false «nothing was sent»), 2 medium.
 * Cause: 1. src/cli/request/remote-status.ts `findStoredQuote`; 2. src/cli/request/name-earlier.ts `findOfQuote` (`find(id)`).
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
async function approveAlone(quote: string): Promise<void> {
  await rpc(source, 'evm_setAutomine', false)
  const first = await run('swap', quote, ...here, '-y', '--timeout', '20s')
  expect([first.error?.code, first.error?.sent]).toEqual(['PENDING', true])
}

const mineAgain = async () => {
  await rpc(source, 'evm_setAutomine', true)
  await rpc(source, 'evm_mine')
}

test('status of a quote to another network that was used says so', async () => {
  const url = await serve()
  const { data: quoted } = await run('quote', '0.1', 'ETH', 'USDC', ...between)
  const built = await readReply(await fetch(`${url}/aggregator/transaction-in?quote-id=${quoted.id}`))
  expect(built.status).toBe(200) // whoever asked for it may sign and send it
  const used = await run('swap', quoted.id, ...here, '-y')
  expect(used.error.code).toBe('QUOTE_CONSUMED')
  expect(used.error.fix[0]).toContain(`swapline status ${quoted.id}`)

  const status = await run('status', quoted.id)
  expect.soft(status.error?.code).not.toBe('SWAP_NOT_FOUND')
  expect.soft(status.error?.sent).not.toBe(false)
}, 240_000)

test('an approval that was sent for a quote to another network is named whatever the next run is refused for', async () => {
  const { data: quoted } = await run('quote', '100', 'USDC', 'USDC', ...between)
  await approveAlone(quoted.id)
  const refused = await run('swap', quoted.id, ...here, '-y', '--deadline', '20m')
  await mineAgain()
  expect(refused.error.code).toBe('USAGE')
  expect.soft(refused.error.sent).not.toBe(false)
}, 240_000)

test('so it is for a quote of one network', async () => {
  const { data: quoted } = await run('quote', '100', 'USDC', 'WETH', ...here)
  await approveAlone(quoted.id)
  const refused = await run('swap', quoted.id, ...here, '-y', '--deadline', '20m')
  await mineAgain()
  expect(refused.error.code).toBe('USAGE')
  expect.soft(refused.error.sent).not.toBe(false)
}, 240_000)
