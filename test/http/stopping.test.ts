/** The built program as a server: how it starts, what it logs, and how it stops; under load: `stopping-under-load.test.ts`. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seconds } from '#domain/units'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { bin, cleanEnv, runSwapline } from '../cli/run-built.ts'
import { generousFlags, startBuiltServer } from './built-server.ts'
import { startHttpFixture } from './fixture.ts'

let chain: RunningChain
let home: string
beforeAll(async () => {
  chain = await startChain()
  home = mkdtempSync(join(tmpdir(), 'swapline-serve-'))
})
afterAll(async () => {
  await chain.stop()
  rmSync(home, { recursive: true, force: true })
})

const serve = (flags: readonly string[] = generousFlags) => startBuiltServer({ home, chainUrl: chain.url }, flags)

/**
 * One request over a connection that is reused if the server keeps it. Returns its status; `cut off` if an answer or an
 * established connection was lost, `no way in` if none was established.
 */
const ask = (agent: Agent, url: string): Promise<number | 'cut off' | 'no way in'> =>
  new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve('cut off'))
    })
    request.on('error', () => resolve(request.reusedSocket ? 'cut off' : 'no way in'))
  })

describe('stopping', () => {
  test('it is not ready while it stops, and announces the closing of kept connections', async () => {
    const { child, url, ended } = await serve()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const reply = await fetch(`${url}/readyz`)
    expect([reply.status, reply.headers.get('connection')]).toEqual([503, 'close'])
    expect(await reply.json()).toMatchObject({ ready: false, stopping: true })
    expect(await ended).toBe(0)
  })

  test('connections that send nothing, or half a request, do not delay it', async () => {
    const { child, url, ended } = await serve()
    const port = Number(new URL(url).port)
    const kept = new Agent({ keepAlive: true })
    expect(await ask(kept, `${url}/healthz`)).toBe(200)
    const sockets = ['', 'GET /hea', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'].map((words) => readOutput(port, words))
    await expect.poll(() => sockets.every(({ stands }) => stands())).toBe(true)
    const from = performance.now()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(performance.now() - from).toBeLessThan(8_000)
    expect(sockets.map(({ heard }) => heard())).toEqual(['', '', ''])
    kept.destroy()
  })

  test('a client that reads nothing, or never ends its request, is cut off at the end of the drain', async () => {
    const api = await startHttpFixture({ drainSeconds: seconds(1) })
    const port = Number(new URL(api.server.url).port)
    const head = 'POST /token-manager/tokens HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    const [half, deaf] = [
      readOutput(port, `${head}content-length: 30\r\n\r\n{"netw`),
      ignoreSignal(port, '/swagger/swagger-ui-bundle.js'),
    ]
    await expect.poll(() => half.stands() && deaf.stands()).toBe(true)
    const from = performance.now()
    await api.server.stop()
    const ms = performance.now() - from
    expect(ms).toBeGreaterThan(1_000)
    expect(ms).toBeLessThan(4_000)
    await expect.poll(() => half.stands()).toBe(false)
    deaf.end()
    await api.close()
  })

  test('a second signal stops it at once', async () => {
    const { child, ended } = await serve()
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
  })
})

/** A connection that sends these words and then nothing, for as long as it is kept. */
function readOutput(port: number, words: string) {
  let heard = ''
  let stands = false
  const socket = connect(port, '127.0.0.1', () => {
    stands = true
    socket.write(words)
  })
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  socket
    .on('error', () => undefined)
    .on('close', () => {
      stands = false
    })
  return { stands: () => stands, heard: () => heard }
}

/** Repeats the same request and reads no answer, so that all buffers fill up. */
function ignoreSignal(port: number, path: string) {
  let stands = false
  const socket = connect(port, '127.0.0.1', () => {
    stands = true
    socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20))
  })
  socket.on('error', () => undefined)
  return { stands: () => stands, end: () => socket.destroy() }
}

describe('starting', () => {
  test('a port that is in use', async () => {
    const { url } = await serve()
    const { port } = new URL(url)
    const ran = await runSwapline(home, ['serve', '-n', 'sandbox', '--rpc-url', chain.url, '--port', port])
    expect(ran.code).toBe(5)
    expect(ran.stderr).toContain('ADDRESS_IN_USE')
  })

  test('by default, an address has 10 requests per second with bursts of 20, a key 50 and 200', async () => {
    const { url, authUrl } = await serve([])
    const key = await runSwapline(home, ['serve', 'keys', 'add', 'usual', '-o', 'json'])
    const { text: apikey } = JSON.parse(key.stdout).data
    const open = await fetch(`${url}/openapi.yaml`)
    const keyed = await fetch(`${authUrl}/openapi.yaml`, { headers: { apikey } })
    expect([open, keyed].map(({ headers }) => headers.get('ratelimit-limit'))).toEqual(['20', '200'])
    const many = await Promise.all(Array.from({ length: 60 }, () => fetch(`${url}/openapi.yaml`)))
    const answered = many.filter(({ status }) => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(19)
    expect(answered).toBeLessThan(50)
    const waits = many.filter(({ status }) => status === 429).map(({ headers }) => Number(headers.get('retry-after')))
    expect(waits.length).toBe(60 - answered)
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1)
  })

  test('a network without our router is named, with the command that deploys it', async () => {
    const bare = await startChain({ router: false })
    onTestFinished(() => bare.stop())
    const words = ['serve', '-n', 'sandbox', '--rpc-url', bare.url, '--port', '0', '--auth-port', '0']
    const child = spawn(process.execPath, [bin, ...words], { env: cleanEnv(home) })
    onTestFinished(() => void child.kill('SIGKILL'))
    let screen = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text
    })
    await expect.poll(() => screen, { timeout: 20_000 }).toContain('Ctrl-C')
    expect(screen).toContain('Serving no network yet')
    expect(screen).toContain('Not sandbox: our router is not deployed there, swapline router deploy -n sandbox')
  })

  test('a network that cannot be traded on', async () => {
    expect((await runSwapline(home, ['serve', '-n', 'polygonzk'])).code).toBe(2)
    expect((await runSwapline(home, ['serve', '--serve-network', 'bases'])).code).toBe(6)
  })
})

test('keys are created, listed and revoked on the command line, and appear nowhere else', async () => {
  const run = async (args: readonly string[]) => {
    const { stdout, code, stderr } = await runSwapline(home, [...args, '-o', 'json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout).data
  }
  const { key, text } = await run(['serve', 'keys', 'add', 'alice', '--days', '1'])
  expect(text).toMatch(new RegExp(`^sk_${key.id}_[\\w-]{43}$`))
  expect((await run(['serve', 'keys', 'list'])).keys).toContainEqual(
    expect.objectContaining({ id: key.id, name: 'alice', state: 'valid' }),
  )

  const { authUrl, url, getOutput: said, child, ended } = await serve()
  const asked = async () => (await fetch(`${authUrl}/token-manager/networks`, { headers: { apikey: text } })).status
  expect(await asked()).toBe(200)
  await fetch(`${url}/aggregator/quote?apikey=${text}&fromAddress=0x1&password=hunter2`)
  expect((await run(['serve', 'keys', 'revoke', key.id])).key.state).toBe('revoked')
  expect(await asked()).toBe(401)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)

  const lines = said()
    .stderr.split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ address: 'authenticated', method: 'GET', path: '/token-manager/networks', status: 401 }),
  )
  expect(said().stderr).not.toMatch(/hunter2|sk_|0x1/)
})
