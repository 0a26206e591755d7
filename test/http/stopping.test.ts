/** The built program as a server: how it starts, what it logs, and how it ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { type RunningChain, startChain } from '#sandbox/start'
import { swapline } from '../cli/run-built.ts'
import { roomyFlags, startBuiltServer } from './built-server.ts'
import { queryOf, serving, wanted } from './house.ts'

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

const serve = (flags: readonly string[] = roomyFlags) => startBuiltServer({ home, chainUrl: chain.url }, flags)

const quotePath = `/aggregator/quote${queryOf(wanted)}`

/**
 * One request over a connection that is kept where the server keeps it: its status; `cut off` where an answer or a
 * connection that stood was lost, `no way in` where none came to stand.
 */
const ask = (agent: Agent, url: string): Promise<number | 'cut off' | 'no way in'> =>
  new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve('cut off'))
    })
    request.on('error', () => resolve(request.reusedSocket ? 'cut off' : 'no way in'))
  })

describe('ending', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s under load: whatever was accepted is answered', async (signal) => {
    const { child, url, ended, said } = await serve()
    const results: (number | string)[] = []
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let result: number | string = 200
      while (result === 200) {
        result = await ask(agent, `${url}${quotePath}`)
        results.push(result)
      }
      agent.destroy()
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    await expect.poll(() => results.length, { timeout: 20_000 }).toBeGreaterThan(20)
    const before = results.length
    child.kill(signal)
    expect(await ended).toBe(0)
    await clients
    expect(results.length).toBeGreaterThan(before)
    // The kernel turns away whom nobody will accept any more; whom the server accepted, it answers.
    expect(new Set(results)).toEqual(new Set([200, 'no way in']))
    const answered = said().stderr.match(/"path":"\/aggregator\/quote","status":200/g) ?? []
    expect(answered).toHaveLength(results.filter((result) => result === 200).length)
  })

  test('it is not ready while it ends, and closes kept connections by saying so', async () => {
    const { child, url, ended } = await serve()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const reply = await fetch(`${url}/readyz`)
    expect([reply.status, reply.headers.get('connection')]).toEqual([503, 'close'])
    expect(await reply.json()).toMatchObject({ ready: false, stopping: true })
    expect(await ended).toBe(0)
  })

  test('connections that say nothing, or half a request, do not keep it', async () => {
    const { child, url, ended } = await serve()
    const port = Number(new URL(url).port)
    const kept = new Agent({ keepAlive: true })
    expect(await ask(kept, `${url}/healthz`)).toBe(200)
    const sockets = ['', 'GET /hea', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'].map((words) => said(port, words))
    await expect.poll(() => sockets.every(({ stands }) => stands())).toBe(true)
    const from = performance.now()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(performance.now() - from).toBeLessThan(8_000)
    expect(sockets.map(({ heard }) => heard())).toEqual(['', '', ''])
    kept.destroy()
  })

  test('a client that reads nothing, or never ends what it sends, is cut off at the end of the drain', async () => {
    const api = await serving({ drain: seconds(1) })
    const port = Number(new URL(api.server.url).port)
    const head = 'POST /token-manager/tokens HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    const [half, deaf] = [
      said(port, `${head}content-length: 30\r\n\r\n{"netw`),
      deafTo(port, '/swagger/swagger-ui-bundle.js'),
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

  test('a second signal ends at once', async () => {
    const { child, ended } = await serve()
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
  })
})

/** A connection that says so much and then nothing, for as long as it is let. */
function said(port: number, words: string) {
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

/** Asks for the same again and again and reads no answer, so that they fill whatever lies between. */
function deafTo(port: number, path: string) {
  let stands = false
  const socket = connect(port, '127.0.0.1', () => {
    stands = true
    socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20))
  })
  socket.on('error', () => undefined)
  return { stands: () => stands, end: () => socket.destroy() }
}

describe('starting', () => {
  test('a port that is taken', async () => {
    const { url } = await serve()
    const { port } = new URL(url)
    const ran = await swapline(home, ['serve', '-n', 'sandbox', '--rpc-url', chain.url, '--port', port])
    expect(ran.code).toBe(5)
    expect(ran.stderr).toContain('ADDRESS_IN_USE')
  })

  test('unless told otherwise, an address may ask 10 times a second and 20 at once, a key 50 and 200', async () => {
    const { url, authUrl } = await serve([])
    const key = await swapline(home, ['serve', 'keys', 'add', 'usual', '-o', 'json'])
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

  test('a network that cannot be traded on', async () => {
    expect((await swapline(home, ['serve', '-n', 'polygon'])).code).toBe(2)
    expect((await swapline(home, ['serve', '--serve-network', 'bases'])).code).toBe(6)
  })
})

test('keys are made, listed and taken back on the command line, and appear nowhere else', async () => {
  const run = async (args: readonly string[]) => {
    const { stdout, code, stderr } = await swapline(home, [...args, '-o', 'json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout).data
  }
  const { key, text } = await run(['serve', 'keys', 'add', 'alice', '--days', '1'])
  expect(text).toMatch(new RegExp(`^sk_${key.id}_[\\w-]{43}$`))
  expect((await run(['serve', 'keys', 'list'])).keys).toContainEqual(
    expect.objectContaining({ id: key.id, name: 'alice', state: 'valid' }),
  )

  const { authUrl, url, said, child, ended } = await serve()
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
