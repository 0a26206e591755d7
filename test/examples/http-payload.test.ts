/** `examples/http-payload.mjs` against the built server: its transaction, signed by a wallet, is the quoted swap. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import { checksum } from '#text/checksum'
import { cleanEnv, type RunResult, runSwapline } from '../cli/run-built.ts'
import { waitForExit } from '../e2e/fixture.ts'
import { type BuiltServer, generousFlags, spawnServer, startBuiltServer } from '../http/built-server.ts'

const native = '0x0000000000000000000000000000000000000000'
const usdc = checksum(sandboxGround.tokens.USDC.address)
const dai = checksum(sandboxGround.tokens.DAI.address)
const eth = (10n ** 18n).toString()

let home: string
let chain: RunningChain
let wallet: Wallet
let server: BuiltServer
/** For what is not about its limits. */
let service: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapline-examples-'))
  chain = await startChain()
  server = await spawnServer({ home, chainUrl: chain.url }, generousFlags)
  service = server.url
  const provider = new JsonRpcProvider(chain.url, undefined, { cacheTimeout: -1 })
  wallet = new Wallet(devAccounts[1]?.key ?? '', provider)
}, 120_000)
afterAll(async () => {
  wallet.provider?.destroy()
  server.child.kill('SIGKILL')
  await chain.stop()
  rmSync(home, { recursive: true, force: true })
})

const runClient = (words: readonly string[]): Promise<RunResult> =>
  waitForExit(spawn(process.execPath, ['examples/http-payload.mjs', ...words], { env: cleanEnv(home) }), '')

const token = (address: string) =>
  new Contract(
    address,
    ['function balanceOf(address) view returns (uint256)', 'function approve(address, uint256)'],
    wallet,
  )
const balanceOf = (address: string): Promise<bigint> => token(address).getFunction('balanceOf')(wallet.address)

/** Signs and sends it; what the wallet gained of a token, and what the quote said. */
async function send({ stdout, stderr }: RunResult, bought: string): Promise<readonly bigint[]> {
  const before = await balanceOf(bought)
  await (await wallet.sendTransaction(JSON.parse(stdout))).wait()
  return [(await balanceOf(bought)) - before, BigInt(/^quote \S+ (\d+),/m.exec(stderr)?.[1] ?? 0)]
}

test('native currency: its transaction decodes as the request and brings the quoted amount', async () => {
  const result = await runClient([service, 'sandbox', wallet.address, native, usdc, eth])
  expect(result.code, result.stderr).toBe(0)
  const decoded = await runSwapline(home, ['tx', 'decode', '-', '-n', 'sandbox', '-o', 'json'], {
    input: result.stdout,
  })
  const { data } = JSON.parse(decoded.stdout)
  expect(data).toMatchObject({ ours: true })
  expect(JSON.stringify(data).toLowerCase()).toContain(wallet.address.toLowerCase())
  const [gained, quoted] = await send(result, usdc)
  expect(gained).toBe(quoted)
})

test('a token: the missing allowance is named, and there is no transaction; then it is swapped', async () => {
  const words = [service, 'sandbox', wallet.address, usdc, dai, '500000000']
  const refused = await runClient(words)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  const [, amount, sold, spender] = /^first approve (\d+) of (\S+) for (\S+)$/m.exec(refused.stderr) ?? []
  expect([amount, sold]).toEqual(['500000000', usdc])
  await (await token(usdc).getFunction('approve')(spender, amount)).wait()

  const [gained, quoted] = await send(await runClient(words), dai)
  expect(gained).toBe(quoted)
})

test('a refusal to answer at once is waited for', async () => {
  const strict = await startBuiltServer({ home, chainUrl: chain.url }, ['--rate', '1', '--burst', '1'])
  const { code, stderr } = await runClient([strict.url, 'sandbox', wallet.address, native, usdc, eth])
  expect(code, stderr).toBe(0)
})

test('what the service refuses is shown by its code', async () => {
  const same = await runClient([service, 'sandbox', wallet.address, usdc, usdc, '1'])
  expect([same.code, same.stdout, same.stderr]).toEqual([1, '', expect.stringMatching(/^1005 SAME_TOKEN: /m)])
  expect(await runClient([service])).toMatchObject({ code: 2, stderr: expect.stringContaining('usage: ') })
})

test.each([
  ['from', { from: usdc }],
  ['to', { to: usdc }],
  ['value', { value: '1' }],
  ['sellAmount', { sellAmount: '1' }],
  ['amountOutMin', { amountOutMin: '1' }],
])('a service that answers another %s than was asked for gets no signature', async (member, lie) => {
  const asked = {
    sellAmount: eth,
    amountOut: '1000',
    amountOutMin: '995',
    targetAddress: dai,
    warnings: [],
    issues: null,
  }
  const payload = { from: wallet.address, to: dai, value: eth, data: '0x' }
  const liar = createServer((request, response) => {
    const answer = request.url?.startsWith('/aggregator/quote') ? asked : payload
    response.end(JSON.stringify({ ...answer, ...lie }))
  })
  await new Promise<void>((listening) => liar.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void liar.close())
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  const { code, stdout, stderr } = await runClient([url, 'sandbox', wallet.address, native, usdc, eth])
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(new RegExp(`asked for: ${member}$`, 'm'))])
})

test('the addresses in examples/README.md are those of the sandbox', () => {
  const text = readFileSync('examples/README.md', 'utf8')
  const addresses = [...text.matchAll(/0x[0-9a-fA-F]{40}/g)].map(([address]) => address)
  expect(addresses).toEqual([checksum(devAccounts[0]?.address ?? native), native, usdc])
})
