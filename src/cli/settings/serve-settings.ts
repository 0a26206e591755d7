/** The settings of `serve`; `commands/serve/options.ts` makes a flag of each. */
import { flagText, path, plainText, port, wholeNumber } from '#cli/parse/plain'
import { setting } from '#cli/settings/setting'

const many = wholeNumber(1, 1_000_000)

export const serveSettings = {
  'serve.host': setting('address that serve listens at', plainText, { fallback: '127.0.0.1' }),
  'serve.port': setting('port without keys; 0 takes a free one', port, { fallback: '8787' }),
  'serve.authPort': setting('port where a key is required', port, { fallback: '8788' }),
  'serve.metricsPort': setting('port of /metrics; nowhere where absent', port, {}),
  'serve.metricsHost': setting('address that /metrics listens at', plainText, { fallback: '127.0.0.1' }),
  'serve.db': setting('what serve keeps its quotes and keys in: a file or postgres://…', path, {}),
  'serve.networks': setting('network to serve; repeat it for more', plainText, { repeat: true }),
  'serve.lenient': setting('a quote may lack fromAddress, toAddress and gasless', flagText, { fallback: 'false' }),
  'serve.rate': setting('requests a second of one IP address', many, { fallback: '10' }),
  'serve.burst': setting('requests of one IP address at once', many, { fallback: '20' }),
  'serve.keyRate': setting('requests a second of one key', many, { fallback: '50' }),
  'serve.keyBurst': setting('requests of one key at once', many, { fallback: '200' }),
  'serve.trustProxy': setting('proxy whose X-Forwarded-For is believed; repeat it for more', plainText, {
    repeat: true,
  }),
  'serve.maxConcurrent': setting('requests worked on at once', many, { fallback: '16' }),
  'serve.maxQueued': setting('requests that may wait for their turn', many, { fallback: '128' }),
  'serve.waitWithin': setting('milliseconds a request may be expected to wait for its turn', wholeNumber(1, 60_000), {
    fallback: '150',
  }),
  'serve.answerWithin': setting('seconds an answer may take', wholeNumber(1, 25), { fallback: '20' }),
  'serve.workers': setting('threads that search routes, one per core where absent; 0: none', wholeNumber(0, 256), {}),
  'serve.grace': setting('milliseconds between not being ready and taking nothing new', wholeNumber(0, 120_000), {
    fallback: '500',
  }),
  'serve.drain': setting('seconds in which what was accepted is answered at the end', wholeNumber(0, 600), {
    fallback: '25',
  }),
} as const
