/**
 * Servers are stopped under load, by either signal: every accepted request is answered. `SWAPLINE_STOPS` is their number.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { drawShare } from '../reliability/draw.ts'
import { generousFlags, startBuiltServer } from './built-server.ts'
import { defaultQuery, toQueryString } from './fixture.ts'

const { SWAPLINE_STOPS } = process.env
/** A server is stopped after so many steps of 32 ms under load: another moment of it each time. */
const share = drawShare('stopping under load')
const moments =
  SWAPLINE_STOPS === undefined
    ? [share.whole(0, 3), share.whole(4, 7)]
    : Array.from({ length: Number(SWAPLINE_STOPS) }, (_, i) => i)

let chain: RunningChain
let home: string
beforeAll(async () => {
  chain = await startChain()
  home = mkdtempSync(join(tmpdir(), 'swapline-ending-'))
})
afterAll(async () => {
  await chain.stop()
  rmSync(home, { recursive: true, force: true })
})

/**
 * The outcome of one request. Only the first and the last are allowed: an answer, or a connection that was never
 * established.
 */
type Result = 200 | 'another status' | 'cut off' | 'no way in'

interface Kind {
  readonly path: string
  readonly keeps: boolean
  readonly body?: string
}

const quote = `/aggregator/quote${toQueryString(defaultQuery)}`
const tokens = { path: '/token-manager/tokens', body: '{"networkNames":["sandbox"]}' }
const kinds: readonly Kind[] = [
  { path: quote, keeps: true },
  { path: quote, keeps: true },
  { path: quote, keeps: false },
  { ...tokens, keeps: true },
  { ...tokens, keeps: false },
  { path: '/token-manager/networks', keeps: false },
]

function ask(agent: Agent, url: string, { path, body }: Kind): Promise<Result> {
  const method = body === undefined ? 'GET' : 'POST'
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve) => {
    let begun = false
    const asked = request(`${url}${path}`, { agent, method, headers }, (response) => {
      begun = true
      response.resume()
      response.on('end', () => resolve(response.statusCode === 200 ? 200 : 'another status'))
      response.on('error', () => resolve('cut off'))
    })
    // The kernel may reject a fresh connection, which the server no longer accepts; a reused one was accepted.
    asked.on('error', () => resolve(asked.reusedSocket || begun ? 'cut off' : 'no way in'))
    asked.end(body)
  })
}

/** Sends requests until one is not answered with 200. */
async function client(url: string, kind: Kind, results: Result[]): Promise<void> {
  const agent = new Agent({ keepAlive: kind.keeps, maxSockets: 1 })
  let result: Result = 200
  while (result === 200) {
    result = await ask(agent, url, kind)
    results.push(result)
  }
  agent.destroy()
}

/** A request whose second half is sent after the server has stopped listening. */
function inHalves(url: string): { readonly answer: Promise<string>; readonly finish: () => void } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const head = ['POST /token-manager/tokens HTTP/1.1', 'host: x', 'content-type: application/json']
  socket.write([...head, `content-length: ${tokens.body.length}`, '', tokens.body.slice(0, 5)].join('\r\n'))
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return {
    answer: new Promise((resolve) => socket.on('close', () => resolve(text)).on('error', () => undefined)),
    finish: () => socket.write(tokens.body.slice(5)),
  }
}

test.each(moments.map((moment, i) => [moment, i % 2 === 0 ? 'SIGTERM' : 'SIGINT'] as const))(
  'stopping at moment %i by %s',
  async (moment, signal) => {
    const { child, url, ended, getOutput: said } = await startBuiltServer({ home, chainUrl: chain.url }, generousFlags)
    const results: Result[] = []
    const half = inHalves(url)
    const clients = Promise.all(kinds.map((kind) => client(url, kind, results)))
    while (results.length < 20) await sleep(5)
    await sleep(32 * moment)
    const before = results.length
    child.kill(signal)
    const notListening = async (): Promise<boolean> =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      )
    while (!(await notListening())) await sleep(10)
    half.finish()
    expect(await half.answer).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
    expect(await ended).toBe(0)
    await clients
    expect(results.length).toBeGreaterThan(before)
    expect(new Set(results)).toEqual(new Set([200, 'no way in']))
    const paths = /"path":"\/(aggregator\/quote|token-manager\/tokens|token-manager\/networks)","status":200/g
    const logged = said().stderr.match(paths) ?? []
    expect(logged).toHaveLength(results.filter((result) => result === 200).length + 1)
  },
)
