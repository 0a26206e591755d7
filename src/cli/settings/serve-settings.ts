/** The settings of `serve`; `commands/serve/options.ts` makes a flag of each. */
import { parseAccountReference } from '#cli/parse/account-reference'
import { integerParser, parseBoolean, parsePort, parseText } from '#cli/parse/plain'
import { parseProxy } from '#cli/parse/proxy'
import { parseRelayCap } from '#cli/parse/relay-cap'
import { parseStorePlace } from '#cli/parse/store-place'
import { defineSetting } from '#cli/settings/setting'

const parseCount = integerParser(1, 1_000_000)

export const serveSettings = {
  'serve.host': defineSetting('address that serve listens on', parseText, { fallback: '127.0.0.1' }),
  'serve.port': defineSetting('port without keys; 0 takes a free one', parsePort, { fallback: '8787' }),
  'serve.authPort': defineSetting('port where a key is required', parsePort, { fallback: '8788' }),
  'serve.metricsPort': defineSetting('port of /metrics; off if absent', parsePort, {}),
  'serve.metricsHost': defineSetting('address that /metrics listens on', parseText, { fallback: '127.0.0.1' }),
  'serve.db': defineSetting('where serve stores its quotes and keys: a file or postgres://…', parseStorePlace, {}),
  'serve.networks': defineSetting('network to serve; repeatable', parseText, {
    repeat: true,
    completes: 'network',
  }),
  'serve.lenient': defineSetting('quotes may omit fromAddress, toAddress and gasless', parseBoolean, {
    fallback: 'false',
  }),
  'serve.rate': defineSetting('requests per second per IP address', parseCount, { fallback: '10' }),
  'serve.burst': defineSetting('burst of requests per IP address', parseCount, { fallback: '20' }),
  'serve.keyRate': defineSetting('requests per second per key', parseCount, { fallback: '50' }),
  'serve.keyBurst': defineSetting('burst of requests per key', parseCount, { fallback: '200' }),
  'serve.trustProxy': defineSetting('proxy whose X-Forwarded-For is trusted; repeatable', parseProxy, {
    repeat: true,
  }),
  'serve.maxConcurrent': defineSetting('requests processed at once, per network', parseCount, { fallback: '16' }),
  'serve.maxQueued': defineSetting('requests that may be queued, per network', parseCount, { fallback: '128' }),
  'serve.waitWithin': defineSetting(
    'maximum expected wait of a queued request, milliseconds',
    integerParser(1, 60_000),
    {
      fallback: '150',
    },
  ),
  'serve.answerWithin': defineSetting('time limit of an answer, seconds', integerParser(1, 25), { fallback: '20' }),
  'serve.workers': defineSetting(
    'route-search threads; default one per core; 0: main thread',
    integerParser(0, 256),
    {},
  ),
  'serve.relayer': defineSetting('account that submits gasless orders and pays their gas', parseAccountReference, {
    completes: 'account',
  }),
  'serve.relayCap': defineSetting('what the relayer may spend a day: 0.05ETH/day; repeatable', parseRelayCap, {
    repeat: true,
  }),
  'serve.grace': defineSetting('milliseconds between not ready and refusing new requests', integerParser(0, 120_000), {
    fallback: '500',
  }),
  'serve.drain': defineSetting('seconds to answer accepted requests at the end', integerParser(0, 600), {
    fallback: '25',
  }),
} as const
