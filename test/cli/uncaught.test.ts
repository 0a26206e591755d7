/** Errors that no code caught: a failure as any other, never a stack trace, and no end of a server's answers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startChain } from '#sandbox/anvil/start'
import { startBuiltServer } from '../http/built-server.ts'
import { bin, cleanEnv, createHome } from './run-built.ts'
import { startSilentNode } from './silent-node.ts'

/** Of the node that runs the program: it then meets errors at SIGUSR2 and SIGHUP. */
const env = { NODE_OPTIONS: `--import ${new URL('uncaught.mjs', import.meta.url).href}` }
const secret = '5e5e5e5e'

const kinds = [
  ['a rejection', 'SIGUSR2'],
  ['an exception', 'SIGHUP'],
] as const

async function failQuote(signal: NodeJS.Signals, flags: readonly string[]) {
  const node = await startSilentNode()
  const args = [bin, 'quote', '1', 'ETH', 'USDC', '-n', 'base', '--rpc-url', node.url, ...flags]
  const child = spawn(process.execPath, args, { env: cleanEnv(createHome(), env) })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close')
  await node.asked
  child.kill(signal)
  const [code] = await ended
  return { code, stdout, stderr }
}

test.each(kinds)('%s ends a command as the bug that it is: exit 1 and one document', async (_, signal) => {
  const { code, stdout, stderr } = await failQuote(signal, ['--json'])
  expect([code, stderr]).toEqual([1, ''])
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'INTERNAL', exitCode: 1, sent: false })
  expect(stdout).not.toContain(secret)
})

test.each(kinds)('%s is told on a screen without its trace, and with its words only by -vv', async (_, signal) => {
  const { code, stdout, stderr } = await failQuote(signal, [])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/A bug of swapline: TypeError\..*INTERNAL · exit 1/s)
  expect(stderr).not.toMatch(/\n\s+at |secret|node:internal/)
  const loud = await failQuote(signal, ['-vv'])
  expect(loud.stderr).toContain('TypeError: a secret: [32 bytes]')
  expect(loud.stderr).not.toContain(secret)
})

test('a server logs a rejection and answers on; an exception ends it in order, with exit 1', async () => {
  const chain = await startChain()
  try {
    const server = await startBuiltServer({ home: createHome(), chainUrl: chain.url, env }, ['--grace', '0'])
    const lines = () =>
      server
        .getOutput()
        .stderr.split('\n')
        .filter((line) => line.includes('"level":50'))
    server.child.kill('SIGUSR2')
    await expect.poll(lines, { timeout: 20_000 }).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ code: 'INTERNAL', msg: 'no code caught this error' })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    server.child.kill('SIGHUP')
    expect(await server.ended).toBe(1)
    expect(lines()).toHaveLength(2)
    const { stdout, stderr } = server.getOutput()
    expect(stderr).toContain('ending: accepted requests are still answered')
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'INTERNAL', exitCode: 1 },
    })
    expect(stdout + stderr).not.toContain(secret)
  } finally {
    await chain.stop()
  }
})

test('a program of which a part is missing says so in one line', async () => {
  const root = createHome()
  cpSync(dirname(bin), join(root, 'bin'), { recursive: true })
  for (const file of ['main.js', 'package.json']) cpSync(join(dirname(bin), '../dist', file), join(root, 'dist', file))
  const child = spawn(process.execPath, [join(root, 'bin/swapline.js'), 'networks'], { env: cleanEnv(root) })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^swapline cannot run: Error: .*start\.js.*\. Install it again\.\n$/)
})
