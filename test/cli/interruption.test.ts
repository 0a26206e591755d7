import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { bin, cleanEnv, createHome } from './run-built.ts'
import { startSilentNode } from './silent-node.ts'

async function quoteAt(url: string, more: readonly string[]) {
  const args = [bin, 'quote', '1', 'ETH', 'USDC', '-n', 'base', '--rpc-url', url, ...more]
  const child = spawn(process.execPath, args, { env: cleanEnv(createHome()) })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
  return { child, ended }
}

test.each([
  ['SIGINT', 130, 'INTERRUPTED'],
  ['SIGTERM', 143, 'TERMINATED'],
] as const)('%s before sending: exit %i and one document', async (signal, code, name) => {
  const node = await startSilentNode()
  const { child, ended } = await quoteAt(node.url, ['--json'])
  await node.asked
  child.kill(signal)
  const ran = await ended
  expect({ code: ran.code, signal: ran.signal, stderr: ran.stderr }).toEqual({ code, signal: null, stderr: '' })
  expect(JSON.parse(ran.stdout).error).toMatchObject({ code: name, exitCode: code, sent: false })
})

test('the time limit: exit 5, retryable', async () => {
  const node = await startSilentNode()
  const { ended } = await quoteAt(node.url, ['--json', '--timeout', '1s'])
  const ran = await ended
  expect(ran.code).toBe(5)
  expect(JSON.parse(ran.stdout).error).toMatchObject({ exitCode: 5, retryable: true, sent: false })
})
