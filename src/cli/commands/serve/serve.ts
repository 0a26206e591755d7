import type { Context } from '#cli/context'
import { defineCommand, type Input } from '#cli/define-command'
import { path, plainText, port, wholeNumber } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import type { RunningServer, ServerSettings } from '#domain/server'
import { type NetworkName, seconds } from '#domain/units'

const many = wholeNumber(1, 1_000_000)

const options = {
  host: { flag: '--host <address>', about: 'address to listen at', parse: plainText },
  port: { flag: '--port <number>', about: 'port without keys, default 8787; 0 takes a free one', parse: port },
  authPort: { flag: '--auth-port <number>', about: 'port where a key is required, default 8788', parse: port },
  db: { flag: '--db <place>', about: 'keep quotes and keys in this file or postgres://… instead', parse: path },
  networks: { flag: '--serve-network <name>', about: 'serve this network; repeat it', parse: plainText, repeat: true },
  lenient: { flag: '--lenient', about: 'a quote may lack fromAddress, toAddress and gasless' },
  rate: { flag: '--rate <n>', about: 'requests a second of one address', parse: many, fallback: '10' },
  burst: { flag: '--burst <n>', about: 'and at once', parse: many, fallback: '20' },
  keyRate: { flag: '--key-rate <n>', about: 'requests a second of one key', parse: many, fallback: '50' },
  keyBurst: { flag: '--key-burst <n>', about: 'and at once', parse: many, fallback: '200' },
  trustProxy: {
    flag: '--trust-proxy <address>',
    about: 'believe the X-Forwarded-For of this proxy; repeat it',
    parse: plainText,
    repeat: true,
  },
  atOnce: { flag: '--at-once <n>', about: 'requests worked on at once', parse: many, fallback: '16' },
  answerWithin: {
    flag: '--answer-within <seconds>',
    about: 'the longest an answer may take',
    parse: wholeNumber(1, 25),
    fallback: '20',
  },
  waiting: { flag: '--waiting <n>', about: 'requests that may wait for that', parse: many, fallback: '128' },
  waitWithin: {
    flag: '--wait-within <ms>',
    about: 'the longest they may be expected to wait',
    parse: wholeNumber(1, 60_000),
    fallback: '150',
  },
  workers: {
    flag: '--workers <n>',
    about: 'threads that search routes, default one less than cores; 0 searches beside the sockets',
    parse: wholeNumber(0, 256),
  },
} as const

export const serve = defineCommand({
  name: 'serve',
  about: 'Serve quotes and payloads to others over HTTP; keys for the authenticated address.',
  group: 'More',
  examples: ['serve -n sandbox', 'serve --serve-network base --serve-network arbitrum --port 80 --host 0.0.0.0'],
  arguments: {},
  options,
  endless: true,
  schema: async () => (await import('#cli/schemas/serve')).Serving,

  async run(context, input) {
    const settings = await settingsOf(context, input)
    const host = await context.host(input.db ?? context.settings.get('serve.db'))
    const server = await host.start(settings)
    const ended = new Promise<void>((resolve) => context.interruption.ending(resolve))
    context.out.result(shown(server, settings))
    await ended
    await server.stop()
  },
})

type Given = Input<Record<never, never>, typeof options>

async function settingsOf(context: Context, input: Given): Promise<ServerSettings> {
  const { settings } = context
  const named = settings.get('network') === undefined ? undefined : await context.network()
  const networks = await servedNames(context, named?.name, input.networks)
  return {
    host: input.host ?? settings.get('serve.host'),
    port: input.port ?? settings.get('serve.port'),
    authPort: input.authPort ?? settings.get('serve.authPort'),
    networks,
    fallback: named?.name,
    lenient: input.lenient,
    publicAllowance: { perSecond: input.rate, burst: input.burst },
    keyAllowance: { perSecond: input.keyRate, burst: input.keyBurst },
    trustedProxies: input.trustProxy,
    atOnce: input.atOnce,
    waiting: input.waiting,
    waitWithin: input.waitWithin,
    answerWithin: seconds(input.answerWithin),
    workers: input.workers,
    drain: seconds(25),
  }
}

/** Those that are named; else the one to trade on; else all there are, the sandbox where it runs. */
async function servedNames(
  context: Context,
  network: NetworkName | undefined,
  named: readonly string[],
): Promise<readonly NetworkName[]> {
  const { allNetworks, findNetwork } = await import('#networks/find')
  const chosen = [...named.map((name) => findNetwork(name).name), ...(network === undefined ? [] : [network])]
  const running = (await (await context.sandbox()).status()) !== undefined
  const usual = allNetworks().flatMap(({ name, entry }) =>
    entry !== undefined && (running || String(name) !== 'sandbox') ? [name] : [],
  )
  const names = chosen.length === 0 ? usual : [...new Set(chosen)]
  const planned = names.find((name) => findNetwork(name).entry === undefined)
  if (planned !== undefined) throw fail('NETWORK_NOT_SUPPORTED', { name: planned })
  return names
}

function shown({ url, authUrl }: RunningServer, { networks }: ServerSettings) {
  return {
    data: { url, authUrl, networks },
    lines: ({ paint }: Context['out']['screen']) => [
      `${paint.good('✔')} Serving ${networks.join(', ')}`,
      `  Public         ${url}   no key`,
      `  Authenticated  ${authUrl}   a key: ${paint.next('swapline serve keys add <name>')}`,
      `  Try it         ${url}/swagger`,
      '  End            Ctrl-C',
    ],
  }
}
