import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evm, networkName } from '#domain/units'
import { network as base } from '#networks/entries/base'
import { network as sandbox } from '#networks/entries/sandbox'
import { findFreePort } from '#sandbox/anvil/free-port'
import { createRpc } from '#sandbox/anvil/rpc'
import { withFileLock } from '#store/sqlite/file-lock'
import { systemClock } from '#system/clock'
import { createSandboxControl, type SandboxContext } from './control.ts'

const stranger = evm('0x00000000000000000000000000000000000f00d5')
const clock = { sleep: (milliseconds: number) => sleep(milliseconds) }

let stateDir: string
const lock: SandboxContext['lock'] = (file, work) => withFileLock({ clock: systemClock, timeoutMs: 60_000 }, file, work)
const control = () =>
  createSandboxControl({
    relayProgram: '',
    stateDir,
    clock,
    lock,
    getEntry: (name) => (name === 'base' ? base : sandbox),
  })

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'swapline-control-'))
})
afterEach(async () => {
  await control().stop()
  await control().stop(networkName('base'))
  await rm(stateDir, { recursive: true })
})

const up = async () => control().start({ port: await findFreePort() })

test('starts once, is found by another process, stops', async () => {
  expect(await control().status()).toBeUndefined()
  const running = await up()
  expect(running).toMatchObject({ network: 'sandbox', chainId: 31_337 })
  expect(await control().start({})).toEqual(running)
  expect(await control().status()).toEqual(running)
  expect((await stat(join(stateDir, 'sandbox-sandbox.json'))).mode & 0o777).toBe(0o600)

  expect(await control().stop()).toBe(true)
  expect(await control().stop()).toBe(false)
  expect(await control().status()).toBeUndefined()
  await expect(createRpc(running.url, 1_000)('eth_chainId')).rejects.toThrow()
})

test('two concurrent starts return the same one', async () => {
  const [one, other] = await Promise.all([up(), up()])
  expect(one).toEqual(other)
})

test('funds an account, and a reset undoes it on the same port', async () => {
  await expect(control().fund(stranger)).rejects.toMatchObject({ code: 'SANDBOX_NOT_RUNNING' })
  await expect(control().reset()).rejects.toMatchObject({ code: 'SANDBOX_NOT_RUNNING' })
  const running = await up()
  const rpc = createRpc(running.url)

  const given = await control().fund(stranger)
  expect(given.map(({ symbol }) => symbol)).toEqual([
    'ETH',
    'WETH',
    'USDC',
    'USDT',
    'DAI',
    'WBTC',
    'wstETH',
    'UNI',
    'FOT',
  ])
  expect(given.every(({ raw }) => raw > 0n)).toBe(true)
  expect(given.at(-1)?.raw).toBe(9_900n * 10n ** 18n)
  expect(BigInt(await rpc<string>('eth_getBalance', stranger, 'latest'))).toBe(100n * 10n ** 18n)

  const again = await control().reset()
  expect(again.url).toBe(running.url)
  expect(again.pid).not.toBe(running.pid)
  expect(await rpc('eth_getBalance', stranger, 'latest')).toBe('0x0')
})

test('mines on a timer if requested, and can still fund', async () => {
  const { url } = await control().start({ port: await findFreePort(), blockTimeSeconds: 1 })
  const head = async () => Number(await createRpc(url)('eth_blockNumber'))
  const before = await head()
  await sleep(2_100)
  expect(await head()).toBeGreaterThan(before)
  expect(await control().fund(stranger)).toHaveLength(9)
})

test('never stops a process that is not the chain it started', async () => {
  const running = await up()
  const path = join(stateDir, 'sandbox-sandbox.json')
  const record = await readFile(path, 'utf8')
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await writeFile(path, JSON.stringify({ ...JSON.parse(record), pid: bystander.pid, mark: '0x0102' }))
  expect(await control().stop()).toBe(false)
  await sleep(50)
  expect(bystander.signalCode).toBeNull()
  bystander.kill()
  expect(await createRpc(running.url)('eth_chainId')).toBe('0x7a69')
  await writeFile(path, record)
})

test('a malformed record counts as none', async () => {
  await writeFile(join(stateDir, 'sandbox-sandbox.json'), '{"pid":1')
  expect(await control().status()).toBeUndefined()
  expect(await up()).toMatchObject({ chainId: 31_337 })
})

test('reports a port in use', async () => {
  const { url } = await up()
  const other = createSandboxControl({
    relayProgram: '',
    stateDir: join(stateDir, 'other'),
    clock,
    lock,
    getEntry: () => sandbox,
  })
  await expect(other.start({ port: Number(new URL(url).port) })).rejects.toThrow(/in use/i)
})
