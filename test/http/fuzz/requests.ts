/** Requests of every kind: most are wrong in one or several ways, some are right and reach the chain. */
import fc, { type Arbitrary } from 'fast-check'
import { all as routes } from '#http/routes.gen'
import { bytesOf, type Fuzzed, type FuzzedBytes, type FuzzedRequest, someId } from './request.ts'
import { encoded, goodQuote, names, oddValue, quoteNames } from './values.ts'

type Query = Readonly<Record<string, string>>

const queryText = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')

const quotePaths = fc.constantFrom('/aggregator/quote', '/aggregator/quote', '/aggregator/quote/transaction')
const addresses = fc.constantFrom('public' as const, 'public' as const, 'authenticated' as const)

const get = (address: FuzzedRequest['address'], path: string, query: Query): FuzzedRequest => ({
  address,
  method: 'GET',
  target: `${path}?${queryText(query)}`,
  headers: [],
  body: '',
})

/** Reaches the router: a quote of the sandbox's tokens with nothing wrong. */
const good = fc.tuple(addresses, quotePaths, goodQuote).map((parts) => get(...parts))

/** A good quote except for one or two parameters; one in four is still good. */
const nearlyGood = fc
  .tuple(
    addresses,
    quotePaths,
    goodQuote,
    fc.dictionary(fc.constantFrom(...quoteNames), oddValue, { minKeys: 1, maxKeys: 2 }),
  )
  .map(([address, path, query, wrong]) => get(address, path, { ...query, ...wrong }))

/** Requests that follow a quote, often with a valid id. */
const afterwards = fc
  .tuple(
    addresses,
    fc.constantFrom('transaction', 'distributions', 'quote-debug', 'transaction-in', 'distribution-in'),
    fc.oneof(fc.constant(someId), oddValue),
    fc.dictionary(fc.constantFrom('estimateGas', 'fromAddress', 'toAddress'), oddValue, { maxKeys: 1 }),
  )
  .map(([address, name, quoteId, more]) => get(address, `/aggregator/${name}`, { quoteId, ...more }))

const pathOf = (path: string, part: string): string => path.replace(/:\w+/, encoded(part))

/** Any path, any parameters; some queries are not even encoded. */
const anyPath = fc
  .record({
    address: addresses,
    route: fc.constantFrom(...routes),
    part: oddValue,
    query: fc.dictionary(fc.constantFrom(...names), oddValue, { maxKeys: 8 }),
    raw: fc.constantFrom(
      '',
      '',
      '',
      '&a=%zz&=&&%=%',
      '&network=sandbox&network=base',
      '#x',
      '?x',
      '&a[]=1&a[]=2&a[b]=3',
    ),
  })
  .map(
    ({ address, route, part, query, raw }): FuzzedRequest => ({
      ...get(address, pathOf(route.path, part), query),
      method: route.method,
      target: `${pathOf(route.path, part)}?${queryText(query)}${raw}`,
    }),
  )

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-7',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'APPLICATION/JSON',
  '',
  ';;;',
]
const posts = ['/token-manager/tokens', '/user-manager/execute-swap', '/user-manager/execute-swap-in']
const latin = (text: string): string => Buffer.from(text).toString('latin1')

const bodies: Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }).map(latin),
  fc
    .dictionary(fc.constantFrom(...names), fc.oneof(oddValue, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 8 })
    .map((form) => latin(JSON.stringify(form))),
  fc
    .record({
      networkNames: fc.constant(['sandbox']),
      searchValue: fc.oneof(oddValue, fc.array(oddValue, { maxLength: 4 })),
    })
    .map((form) => latin(JSON.stringify(form))),
  fc.dictionary(fc.constantFrom(...names), oddValue, { maxKeys: 6 }).map((form) => queryText(form)),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    '[',
    '{',
    '{"a":'.repeat(2_000),
    '['.repeat(30_000),
    '"'.repeat(66_000),
    '{"__proto__":{"networkNames":["sandbox"]}}',
    '\ufeff{}'.slice(1),
  ),
)

const posted = fc
  .record({ address: addresses, path: fc.constantFrom(...posts), type: fc.constantFrom(...types), body: bodies })
  .map(
    ({ address, path, type, body }): FuzzedRequest => ({
      address,
      method: 'POST',
      target: path,
      headers: [['content-type', type]],
      body,
    }),
  )

const headerNames = [
  'apikey',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'host',
  'accept',
  'accept-encoding',
  'accept-version',
  'content-type',
  'cookie',
  'origin',
  'range',
  'if-none-match',
  'expect',
  'upgrade',
  'referer',
  'x-request-id',
  'te',
  'x-http-method-override',
  'access-control-request-method',
  'content-length',
  'transfer-encoding',
]
const headerValues = fc.oneof(
  fc.constantFrom(
    '',
    '*/*',
    '100-continue',
    'websocket',
    'chunked',
    '0',
    '-1',
    '99999999999',
    '1, 2',
    'sk_',
    '::1',
    '127.0.0.1, 8.8.8.8',
    'bytes=0-1',
    'POST',
    'a'.repeat(15_000),
    'a'.repeat(17_000),
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
)
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'BREW',
  'get',
  'CONNECT',
]

/** Odd methods, headers and targets, combined from allowed parts. */
const oddHead = fc
  .record({
    address: addresses,
    method: fc.constantFrom(...methods),
    target: fc.oneof(
      fc.constantFrom(
        '/',
        '*',
        '//',
        '/healthz',
        '/readyz',
        '/metrics',
        '/openapi.yaml',
        '/swagger',
        'http://x/healthz',
        '/aggregator/quote',
        '/../../etc/passwd',
        '/%2e%2e/x',
        '/%',
        '/%zz',
        '/%c0%af',
        '/swagger/%00',
        `/${'a/'.repeat(3_000)}`,
        `/${'a'.repeat(8_300)}`,
      ),
      fc.webPath(),
    ),
    headers: fc.array(fc.tuple(fc.constantFrom(...headerNames), headerValues), { maxLength: 5 }),
    body: fc.constantFrom('', '', '{}', 'x'),
  })
  .map((request): Fuzzed => (isWhole(request) ? request : { address: request.address, bytes: bytesOf(request) }))

/** With these a body may end before or after its bytes, and what follows may be another request. */
const framing = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade'])
const isWhole = ({ headers }: FuzzedRequest): boolean => !headers.some(([name]) => framing.has(name))

/** Bytes of a request with some changed, removed or doubled, and bytes that never were one. */
const broken: Arbitrary<FuzzedBytes> = fc
  .record({
    address: addresses,
    whole: fc.oneof(anyPath, posted, oddHead).map((one) => ('method' in one ? bytesOf(one) : one.bytes)),
    cuts: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 4 })), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ address, whole, cuts }) => ({
    address,
    bytes: cuts.reduce((text, [at, gone, put]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + Buffer.from(put).toString('latin1') + text.slice(place + gone)
    }, whole),
  }))

const noRequest: Arbitrary<FuzzedBytes> = fc.record({
  address: addresses,
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.constantFrom(
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'GET /healthz\r\n\r\n',
      'GET /healthz HTTP/1.1\r\n\r\n',
      'GET /healthz HTTP/1.0\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
      'GET /healthz HTTP/1.1\nhost: a\n\n',
      'POST /token-manager/tokens HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}',
      'POST /token-manager/tokens HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /token-manager/tokens HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n',
      'POST /token-manager/tokens HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      'POST /token-manager/tokens HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{}',
      'GET /healthz HTTP/1.1\r\nhost: a\r\n folded: x\r\n\r\n',
      `GET /healthz HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(3_000)}\r\n`,
      'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(5),
    ),
  ),
})

/** The weights apply to all requests; nearly good ones with a harmless change reach the router too. */
export const fuzzed: Arbitrary<Fuzzed> = fc.oneof(
  { weight: 6, arbitrary: good },
  { weight: 26, arbitrary: nearlyGood },
  { weight: 12, arbitrary: afterwards },
  { weight: 22, arbitrary: anyPath },
  { weight: 12, arbitrary: posted },
  { weight: 12, arbitrary: oddHead },
  { weight: 7, arbitrary: broken },
  { weight: 3, arbitrary: noRequest },
)
