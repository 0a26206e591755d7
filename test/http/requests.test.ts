/** Requests as raw bytes, headers, and in large numbers: what is refused, and how. */
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectRoutes } from '#http/route'
import { all as routes } from '#http/routes.gen'
import { type Client, defaultQuery, type HttpFixture, readReply, startHttpFixture } from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

/** The reply to these bytes until the server closes. */
function raw(bytes: string, url: string = api.server.url): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

describe('paths and methods', () => {
  test('an unknown path', async () => {
    for (const path of ['/', '/aggregator', '/aggregator/quote/', '/AGGREGATOR/quote', '/swagger/a/b', '/%2e%2e/etc'])
      expect((await api.get(path)).body, path).toMatchObject({ code: 1404, error: 'NOT_FOUND', statusCode: 404 })
    expect((await api.get('/%zz')).body).toMatchObject({ code: 1000, statusCode: 400 })
  })

  test('a wrong method for the path', async () => {
    const reply = await readReply(await fetch(`${api.server.url}/aggregator/quote`, { method: 'DELETE' }))
    expect(reply.body).toMatchObject({ code: 1405, error: 'METHOD_NOT_ALLOWED', statusCode: 405 })
    expect(reply.headers.get('allow')).toBe('GET')
    expect((await api.get('/user-manager/execute-swap')).headers.get('allow')).toBe('POST')
    expect((await api.post('/user-manager/swap/x', {})).body.code).toBe(1405)
  })

  test('HEAD returns the headers alone', async () => {
    const reply = await fetch(`${api.server.url}/healthz`, { method: 'HEAD' })
    expect([reply.status, await reply.text()]).toEqual([200, ''])
  })

  // A preview or a proxy that looks at a link first would cost its user the quote.
  test('HEAD of a payload is refused, and leaves the quote as it is', async () => {
    const { id } = (await api.quote()).body
    const reply = await fetch(`${api.server.url}/aggregator/transaction?quoteId=${id}`, { method: 'HEAD' })
    expect([reply.status, reply.headers.get('allow'), await reply.text()]).toEqual([405, 'GET', ''])
    expect((await api.get('/aggregator/transaction', { quoteId: id })).status).toBe(200)
    for (const path of ['/aggregator/transaction-in', '/aggregator/quote/transaction'])
      expect((await fetch(`${api.server.url}${path}`, { method: 'HEAD' })).status, path).toBe(405)
  })
})

describe('sizes', () => {
  test('a URL above 8 KiB', async () => {
    const long = await api.quote({ note: 'x'.repeat(9_000) })
    expect(long.body).toMatchObject({
      code: 1000,
      statusCode: 414,
      message: 'Wrong parameters: the address is longer than 8 KiB',
    })
    expect((await api.quote({ note: 'x'.repeat(7_000) })).status).toBe(200)
  })

  test('headers above 16 KiB', async () => {
    const answer = await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(bodyOf(answer)).toMatchObject({ code: 1000, statusCode: 431, message: expect.stringContaining('16 KiB') })
  })

  test('a body above 64 KiB, a deep one, and an invalid one', async () => {
    const tokens = '/token-manager/tokens'
    const ask = async (body: unknown, type?: string) => (await api.post(tokens, body, type)).body
    expect(await ask({ networkNames: ['sandbox'], note: 'x'.repeat(70_000) })).toMatchObject({
      code: 1000,
      statusCode: 413,
    })
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
    expect(await ask({ networkNames: ['sandbox'], note: nested(7) })).toHaveLength(9)
    expect(await ask({ networkNames: ['sandbox'], note: nested(8) })).toMatchObject({ code: 1000 })
    expect((await ask(`${'['.repeat(30_000)}`)).code).toBe(1000)
    for (const broken of ['{', '[]', '"x"', '1', 'null', '{"networkNames":[]}', '{"networkNames":"sandbox"'])
      expect((await ask(broken)).code, broken).toBe(1000)
    expect(await ask('<a/>', 'text/xml')).toMatchObject({ code: 1000, statusCode: 415 })
    expect(await ask('{"__proto__":{"networkNames":["sandbox"]}}')).toMatchObject({ code: 1000 })
  })
})

test('bytes that are not a request', async () => {
  for (const bytes of ['\r\n\r\nhello\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0000\u0001\r\n\r\n']) {
    const answer = await raw(bytes)
    expect(answer, JSON.stringify(bytes)).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer).code).toBe(1000)
  }
})

test.each<[string, string, string]>([
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 'this server opens no tunnels'],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 'the header host is missing'],
])('answers what Node.js would refuse silently: %s', async (_, bytes, reason) => {
  const answer = await raw(bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodyOf(answer)).toMatchObject({ code: 1000, message: `Wrong parameters: ${reason}` })
})

test('ignores an Expect header', async () => {
  const answer = await raw('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('closes a connection with incomplete headers after 10 s', async () => {
  const begun = performance.now()
  expect(await raw('GET /healthz HTTP/1.1\r\nhost: x\r\n')).toMatch(/^HTTP\/1\.1 408 .*took too long/s)
  expect(performance.now() - begun).toBeGreaterThan(9_000)
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('no request breaks anything: no 5xx, no stack, no control bytes', async () => {
  const { SWAPLINE_SEED } = process.env
  const names = [...Object.keys(defaultQuery), 'amount', 'quoteId', 'quote-id', 'liquiditySources', 'maxHops', 'id', '']
  const values = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(...Object.values(defaultQuery), '0'),
  )
  const queries = fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 12 })
  const body = fc.oneof(fc.json({ maxDepth: 3 }), fc.string({ maxLength: 60 }))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), queries, body, async ({ method, path }, query, sent) => {
      const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
      const init = method === 'POST' ? { method, body: sent, headers: { 'content-type': 'application/json' } } : {}
      const url = `${api.server.url}${path.replace(/:\w+/, encodeURIComponent(query[0]?.[1] ?? 'x'))}`
      const reply = await readReply(await fetch(`${url}?${search}`, init))
      expect(reply.status).toBeLessThan(500)
      expect(reply.text).not.toMatch(/node_modules|\.ts:\d|at Object/)
      if (reply.body !== undefined) expect(reply.text).toMatch(/^[ -~]*$/)
    }),
    { numRuns: 400, seed: Number(SWAPLINE_SEED) },
  )
})

describe('browsers', () => {
  test('any page may call the public listener', async () => {
    const reply = await readReply(
      await fetch(`${api.server.url}/token-manager/tokens`, {
        method: 'OPTIONS',
        headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
      }),
    )
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-methods')).toContain('POST')
    expect((await api.quote()).headers.get('access-control-allow-origin')).toBe('*')
    expect((await api.quote({ slippage: '9' })).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('none may call the authenticated one', async () => {
    const reply = await fetch(`${api.server.authUrl}/healthz`)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('keys', () => {
  const asked = async (apikey?: string, path = '/token-manager/networks') =>
    readReply(await fetch(`${api.server.authUrl}${path}`, apikey === undefined ? {} : { headers: { apikey } }))

  test('a valid key is accepted, with its allowance in the headers', async () => {
    const reply = await asked(api.key.text)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-auth-status')).toBe('authenticated')
  })

  test('no key or a wrong one is 401, on every path but those for monitoring', async () => {
    const other = api.key.text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const wrong of [undefined, '', 'sk_', other, api.key.text.slice(0, -1), `${api.key.text} `.repeat(2), 'é']) {
      const reply = await asked(wrong === 'é' ? undefined : wrong)
      expect(reply.body).toMatchObject({ code: 1401, error: 'API_KEY_NOT_ACCEPTED', statusCode: 401 })
      expect(reply.headers.get('x-auth-status')).toBeNull()
    }
    for (const { path, open, keyless } of selectRoutes(routes, 'authenticated')) {
      const status = (await asked(undefined, path)).status
      if (open || keyless) expect(status, path).not.toBe(401)
      else expect([401, 405], path).toContain(status)
    }
  })

  test('the document and its page need no key, but a wrong one is still refused', async () => {
    for (const path of ['/openapi.yaml', '/swagger', '/swagger/start.js']) {
      const reply = await asked(undefined, path)
      expect([reply.status, reply.headers.get('x-auth-status')], path).toEqual([200, null])
      expect((await asked('sk_wrong', path)).status, path).toBe(401)
    }
    const narrow = await api.startAnother({ publicAllowance: { perSecond: 0.1, burst: 1 } })
    const read = async () => (await fetch(`${narrow.server.authUrl}/openapi.yaml`)).status
    expect([await read(), await read()]).toEqual([200, 429])
  })

  test('expired and revoked keys are refused', async () => {
    const short = await api.keys.add({ name: 'short', lifeSeconds: 60 })
    const taken = await api.keys.add({ name: 'taken back' })
    expect([(await asked(short.text)).status, (await asked(taken.text)).status]).toEqual([200, 200])
    await api.keys.revoke(taken.key.id)
    api.advanceClock(60)
    expect([(await asked(short.text)).status, (await asked(taken.text)).status]).toEqual([401, 401])
  })

  test('the public listener ignores keys', async () => {
    for (const apikey of ['sk_wrong', api.key.text]) {
      const reply = await api.get('/healthz', {}, { apikey })
      expect([reply.status, reply.headers.get('x-auth-status')]).toEqual([200, null])
    }
  })
})

describe('rate limits', () => {
  const many = (client: Client, n: number, headers?: Record<string, string>) =>
    Promise.all(Array.from({ length: n }, () => client.get('/openapi.yaml', {}, headers)))

  test('a client above its rate is told when to retry, and then answered', async () => {
    const client = await api.startAnother({ publicAllowance: { perSecond: 1, burst: 5 } })
    const replies = await many(client, 9)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 1429, error: 'RATE_LIMITED', message: 'Too many requests' })
    const wait = Number(refused?.headers.get('retry-after'))
    expect(wait).toBe(1)
    expect((await client.get('/healthz')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
    expect((await client.get('/openapi.yaml')).status).toBe(200)
  })

  test('a proxy is trusted only if it is named', async () => {
    const allowance = { publicAllowance: { perSecond: 1, burst: 1 } }
    const [behind, plain] = [
      await api.startAnother({ ...allowance, trustedProxies: ['127.0.0.1'] }),
      await api.startAnother(allowance),
    ]
    const from = (client: Client, ip: string) => client.get('/openapi.yaml', {}, { 'x-forwarded-for': ip })
    expect([(await from(behind, '198.51.100.1')).status, (await from(behind, '198.51.100.2')).status]).toEqual([
      200, 200,
    ])
    expect([(await from(plain, '198.51.100.1')).status, (await from(plain, '198.51.100.2')).status]).toEqual([200, 429])
  })

  test('an address that a proxy writes with the port of its connection has one allowance', async () => {
    const behind = await api.startAnother({
      publicAllowance: { perSecond: 1, burst: 1 },
      trustedProxies: ['127.0.0.1', '192.0.2.0/24'],
    })
    const from = async (chain: string) => (await behind.get('/openapi.yaml', {}, { 'x-forwarded-for': chain })).status
    expect([await from('198.51.100.1:50001'), await from('198.51.100.1:50002')]).toEqual([200, 429])
    expect([await from('198.51.100.2, 192.0.2.1:443'), await from('198.51.100.3, 192.0.2.1:443')]).toEqual([200, 200])
  })

  test('each key has its own allowance', async () => {
    const client = await api.startAnother({ keyAllowance: { perSecond: 1, burst: 2 } })
    const second = await api.keys.add({ name: 'second' })
    const statuses: number[] = []
    for (const apikey of [api.key.text, api.key.text, api.key.text, second.text])
      statuses.push((await fetch(`${client.server.authUrl}/openapi.yaml`, { headers: { apikey } })).status)
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  test('rejected keys count against the IP address’s allowance', async () => {
    const client = await api.startAnother({ publicAllowance: { perSecond: 1, burst: 3 } })
    const statuses: number[] = []
    for (const apikey of [api.key.text, 'sk_1', 'sk_2', 'sk_3', 'sk_4', api.key.text])
      statuses.push((await fetch(`${client.server.authUrl}/openapi.yaml`, { headers: { apikey } })).status)
    expect(statuses).toEqual([200, 401, 401, 401, 429, 200])
  })

  test('requests beyond the queue are refused at once, the rest is answered', async () => {
    const client = await api.startAnother({ maxConcurrent: 1, maxQueued: 3 })
    const replies = await Promise.all(Array.from({ length: 12 }, () => client.quote()))
    const statuses = replies.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
    const refused = replies.find(({ status }) => status === 503)
    expect(refused?.body).toMatchObject({ code: 1503, statusCode: 503 })
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect((await client.quote()).status).toBe(200)
  })
})
