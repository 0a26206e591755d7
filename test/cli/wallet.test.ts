import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { expect, test } from 'vitest'
import { createKeystore } from '#wallet/accounts-fixture'
import { startSwapline } from '../hosted/start-swapline.ts'
import { bin, cleanEnv, createHome, type RunResult } from './run-built.ts'

const runSwapline = startSwapline()

const env = { SWAPLINE_PASSWORD: 'secret' }
// the first account of the well-known test phrase, as others publish it
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const errorOf = ({ stdout, code }: RunResult) => ({ code, error: JSON.parse(stdout).error?.code })

/** As another program keeps it: its password costs a sixteenth of ours, and is asked for as ours is. */
function placeMain(home: string): void {
  const folder = join(home, '.local/share/swapline/keystore')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const text = createKeystore('foundry', { key, secret: env.SWAPLINE_PASSWORD, says: address.slice(2) })
  writeFileSync(join(folder, 'main.json'), text, { mode: 0o600 })
}

test('a key is shown on a terminal after its name was typed, and nowhere else', async () => {
  const home = createHome()
  expect(await runSwapline(home, ['wallet', 'import', 'main'], { env, input: key })).toMatchObject({ code: 0 })
  for (const args of [
    ['wallet', 'export', 'main'],
    ['wallet', 'export', 'main', '-y'],
    ['wallet', 'export', 'main', '-o', 'json'],
  ]) {
    const run = await runSwapline(home, args, { env })
    expect(run.code).toBe(2)
    expect(run.stdout + run.stderr).not.toContain(key.slice(2))
  }
  const terminal = (args: readonly string[]) => {
    const started = spawn(process.execPath, [bin, ...args], {
      cols: 100,
      rows: 30,
      cwd: home,
      env: { ...cleanEnv(home, env), TERM: 'xterm' },
    })
    let seen = ''
    started.onData((text) => {
      seen += text
    })
    const exit = new Promise<number>((resolve) => started.onExit(({ exitCode }) => resolve(exitCode)))
    return { write: (text: string) => started.write(text), seen: () => seen, exit }
  }
  const declined = terminal(['wallet', 'export', 'main'])
  await expect.poll(declined.seen, { timeout: 20_000 }).toContain('Type "main"')
  declined.write('yes\r')
  expect(await declined.exit).toBe(11)
  expect(declined.seen()).not.toContain(key.slice(2))
  const json = terminal(['wallet', 'export', 'main', '-o', 'json'])
  expect(await json.exit).toBe(2)
  const shown = terminal(['wallet', 'export', 'main'])
  await expect.poll(shown.seen, { timeout: 20_000 }).toContain('Type "main"')
  shown.write('main\r')
  expect(await shown.exit).toBe(0)
  expect(shown.seen()).toContain(key)
})

test('a watched account quotes and dry-runs, and refuses to sign', async () => {
  const home = createHome()
  expect(await runSwapline(home, ['wallet', 'add-watch', 'treasury', address])).toMatchObject({ code: 0 })
  const shown = await runSwapline(home, ['wallet', 'show', 'treasury', '-o', 'json'])
  expect(JSON.parse(shown.stdout).data).toMatchObject({ address, kind: 'watch' })
  expect(errorOf(await runSwapline(home, ['wallet', 'sign', 'text', '-y', '-a', 'treasury', '-o', 'json']))).toEqual({
    code: 3,
    error: 'ACCOUNT_WATCH_ONLY',
  })
  expect(
    errorOf(
      await runSwapline(home, ['wallet', 'sign', 'text', '-y', '-a', address.replace('f39F', 'F39F'), '-o', 'json']),
    ),
  ).toEqual({ code: 2, error: 'BAD_CHECKSUM' })
  expect(
    errorOf(await runSwapline(home, ['wallet', 'add-watch', 'x', address.replace('f39F', 'F39F'), '-o', 'json'])),
  ).toEqual({ code: 2, error: 'BAD_CHECKSUM' })
})

test('a text and a message are signed and verified', async () => {
  const home = createHome()
  placeMain(home)
  expect(errorOf(await runSwapline(home, ['wallet', 'sign', 'hello', '-o', 'json'], { env }))).toEqual({
    code: 10,
    error: 'CONFIRM_NEEDED',
  })
  const signed = await runSwapline(home, ['wallet', 'sign', 'hello', '-y', '--get', 'data.signature'], { env })
  const verify = (...words: readonly string[]) => runSwapline(home, ['wallet', 'verify', ...words, '-o', 'json'])
  expect(JSON.parse((await verify(address, signed.stdout.trim(), 'hello')).stdout).data).toEqual({
    valid: true,
    signer: address,
  })
  expect((await verify(address, signed.stdout.trim(), 'hello ')).code).toBe(16)
  expect((await verify(address, '0x12', 'hello')).code).toBe(2)

  const file = join(home, 'order.json')
  const order = {
    domain: { name: 'Exchange', chainId: 1 },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: '5' },
  }
  writeFileSync(file, JSON.stringify(order))
  const sign = ['wallet', 'sign', '--typed', file, '-o', 'json']
  expect(errorOf(await runSwapline(home, [...sign, '-y'], { env }))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  const typed = await runSwapline(home, [...sign, '--allow-typed'], { env })
  const { signature } = JSON.parse(typed.stdout).data
  expect((await verify(address, signature, '--typed', file)).code).toBe(0)

  // Under a policy an order cannot be weighed.
  const policy = ['policy', 'set', 'per-tx', 'USDC', '1', '-y', '--allow-policy-change']
  expect(await runSwapline(home, policy)).toMatchObject({ code: 0 })
  expect(errorOf(await runSwapline(home, [...sign, '--allow-typed'], { env }))).toEqual({
    code: 10,
    error: 'POLICY_VIOLATED',
  })
  const text = (words: string) => runSwapline(home, ['wallet', 'sign', words, '-y', '-o', 'json'], { env })
  expect(errorOf(await text('x'.repeat(32)))).toEqual({ code: 10, error: 'POLICY_VIOLATED' })
  expect(await text('x'.repeat(31))).toMatchObject({ code: 0 })
})

test('a password is changed, an account removed, a broken file named', async () => {
  const home = createHome()
  placeMain(home)
  const fresh = join(home, 'new-password')
  writeFileSync(fresh, 'better\n', { mode: 0o600 })
  const change = ['wallet', 'change-password', 'main', '-o', 'json']
  expect(errorOf(await runSwapline(home, change, { env }))).toEqual({ code: 2, error: 'USAGE' })
  const wrong = { SWAPLINE_PASSWORD: 'wrong' }
  expect(errorOf(await runSwapline(home, [...change, '--new-password-file', fresh], { env: wrong }))).toEqual({
    code: 3,
    error: 'PASSWORD_WRONG',
  })
  expect(await runSwapline(home, [...change, '--new-password-file', fresh], { env })).toMatchObject({ code: 0 })
  const sign = ['wallet', 'sign', 'hello', '-y', '-o', 'json']
  expect(errorOf(await runSwapline(home, sign, { env }))).toEqual({ code: 3, error: 'PASSWORD_WRONG' })
  expect(await runSwapline(home, sign, { env: { SWAPLINE_PASSWORD: 'better' } })).toMatchObject({ code: 0 })

  const { path } = JSON.parse((await runSwapline(home, ['wallet', 'show', 'main', '-o', 'json'])).stdout).data
  const remove = ['wallet', 'remove', 'main', '-o', 'json']
  expect(errorOf(await runSwapline(home, [...remove, '-y']))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  const removed = JSON.parse((await runSwapline(home, [...remove, '--allow-removal'])).stdout).data
  expect(JSON.parse(readFileSync(removed.keptAt, 'utf8')).version).toBe(3)
  writeFileSync(path, '{"version":3', { mode: 0o600 })
  const listed = await runSwapline(home, ['wallet', 'list', '-o', 'json'])
  expect(JSON.parse(listed.stdout).data.accounts).toMatchObject([
    { name: 'main', kind: 'broken', flaw: 'it is not JSON' },
  ])
})
