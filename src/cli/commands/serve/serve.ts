import type { Context, UncaughtError } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { fail } from '#domain/errors'
import { deployCommand } from '#domain/quotes/quote'
import { requireEntry } from '#domain/require-entry'
import type { NetworkHealth, RunningServer, ServedNetwork, ServerSettings } from '#domain/service/server'
import { type NetworkName, seconds } from '#domain/units'
import { findNetwork } from '#networks/find'
import { options } from './options.ts'

export const serve = defineCommand({
  name: 'serve',
  about: 'Serve quotes and payloads to others over HTTP; manage keys for the authenticated listener.',
  group: 'More',
  examples: ['serve -n sandbox', 'serve --serve-network base --serve-network arbitrum --port 80 --host 0.0.0.0'],
  arguments: {},
  options,
  endless: true,
  schema: async () => (await import('#cli/schemas/serve')).ServeStart,

  async run(context) {
    const settings = await readServerSettings(context)
    const host = await context.host(context.settings.get('serve.db'))
    const server = await host.start(settings)
    const ended = waitForEnd(context, server)
    context.out.printResult(serveResult(server, await server.networks()))
    const exception = await ended
    await server.stop()
    if (exception !== undefined) throw exception.error
  },
})

/**
 * Until a signal, or an exception that no code caught: it may have left anything half done, so the server answers what it
 * accepted, and ends for its supervisor to start it again. A rejection that nobody awaited concerns one request or one
 * step of the relayer, which is taken again: it is logged, as otherwise one request could end the answers to all.
 */
const waitForEnd = ({ interruption }: Context, server: RunningServer): Promise<UncaughtError | undefined> =>
  new Promise((resolve) => {
    interruption.onEnd(() => resolve(undefined))
    interruption.onUncaught((uncaught) => {
      server.logUncaught(uncaught.error)
      if (uncaught.kind === 'exception') resolve(uncaught)
    })
  })

async function readServerSettings(context: Context): Promise<ServerSettings> {
  const { settings } = context
  const named = settings.get('network') === undefined ? undefined : await context.resolveNetwork()
  const networks = await resolveServedNetworks(context, named?.name, settings.get('serve.networks'))
  const metricsPort = settings.get('serve.metricsPort')
  return {
    host: settings.get('serve.host'),
    port: settings.get('serve.port'),
    authPort: settings.get('serve.authPort'),
    metrics: metricsPort === undefined ? undefined : { host: settings.get('serve.metricsHost'), port: metricsPort },
    networks,
    fallback: named?.name,
    lenient: settings.get('serve.lenient'),
    publicAllowance: { perSecond: settings.get('serve.rate'), burst: settings.get('serve.burst') },
    keyAllowance: { perSecond: settings.get('serve.keyRate'), burst: settings.get('serve.keyBurst') },
    trustedProxies: settings.get('serve.trustProxy'),
    maxConcurrent: settings.get('serve.maxConcurrent'),
    maxQueued: settings.get('serve.maxQueued'),
    maxWaitMs: settings.get('serve.waitWithin'),
    timeoutSeconds: seconds(settings.get('serve.answerWithin')),
    relayer: resolveRelayer(context, networks),
    workers: settings.get('serve.workers'),
    graceMs: settings.get('serve.grace'),
    drainSeconds: seconds(settings.get('serve.drain')),
  }
}

/**
 * The relayer and what each lane may spend. Without a cap there is no lane: nothing is spent that nobody limited.
 * @throws `USAGE` for a relayer without a cap, or a cap of no network served
 */
function resolveRelayer({ settings }: Context, networks: readonly NetworkName[]): ServerSettings['relayer'] {
  const [account, caps] = [settings.get('serve.relayer'), settings.get('serve.relayCap')]
  if (account === undefined && caps.length === 0) return undefined
  if (account === undefined || caps.length === 0)
    throw fail('USAGE', {
      reason: 'A relayer needs both --relayer <account> and --relay-cap <amount>.',
      fix: 'add --relay-cap 0.05ETH/day',
    })
  const limits = networks.flatMap((name) => {
    const { native } = requireEntry(findNetwork(name))
    const cap = caps.findLast(({ symbol }) => symbol === native.symbol)
    return cap === undefined ? [] : [[name, cap.amount] as const]
  })
  const symbols = new Set(networks.map((name) => requireEntry(findNetwork(name)).native.symbol))
  const unused = caps.find(({ symbol }) => !symbols.has(symbol))
  if (unused !== undefined)
    throw fail('USAGE', { reason: `No network served pays its gas in ${unused.symbol}.`, fix: 'swapline networks' })
  return { account, caps: new Map(limits) }
}

/** The named networks; else the one to trade on; else all available ones, including a running sandbox. */
async function resolveServedNetworks(
  context: Context,
  network: NetworkName | undefined,
  named: readonly string[],
): Promise<readonly NetworkName[]> {
  const { allNetworks } = await import('#networks/find')
  const chosen = [...named.map((name) => findNetwork(name).name), ...(network === undefined ? [] : [network])]
  const running = (await (await context.sandbox()).status()) !== undefined
  const usual = allNetworks().flatMap(({ name, entry }) =>
    entry !== undefined && (running || String(name) !== 'sandbox') ? [name] : [],
  )
  const names = chosen.length === 0 ? usual : [...new Set(chosen)]
  for (const name of names) requireEntry(findNetwork(name))
  return names
}

function serveResult({ url, authUrl, metricsUrl }: RunningServer, networks: readonly ServedNetwork[]) {
  const ready = networks.filter(({ status }) => status === 'ready')
  const ill = networks.filter(({ status }) => status !== 'ready')
  return {
    data: {
      url,
      authUrl,
      metricsUrl: metricsUrl ?? null,
      networks: networks.map(({ name }) => name),
      refused: ill.map(({ name, status }) => ({ name, status, next: remedyOf(name, status) })),
    },
    lines: ({ paint }: Context['out']['screen']) => [
      ready.length === 0
        ? `${paint.bad('✖')} Serving no network yet`
        : `${paint.good('✔')} Serving ${ready.map(({ name }) => name).join(', ')}`,
      ...ill.map(
        ({ name, status }) =>
          `${paint.warn('!')} Not ${name}: ${reasons[status]}, ${paint.next(remedyOf(name, status))}`,
      ),
      `  Public         ${url}   no key`,
      `  Authenticated  ${authUrl}   a key: ${paint.next('swapline serve keys add <name>')}`,
      ...(metricsUrl === undefined ? [] : [`  Metrics        ${metricsUrl}/metrics`]),
      `  Try it         ${url}/swagger`,
      '  End            Ctrl-C',
    ],
  }
}

/** Why a network is refused for now. The server keeps checking: it needs no restart. */
const reasons: Readonly<Record<NetworkHealth, string>> = {
  ready: 'it is ready',
  'no-router': 'our router is not deployed there',
  'stale-head': 'its endpoint is behind',
  'wrong-chain': 'its endpoint serves another chain',
  'no-answer': 'no endpoint answers',
}

const remedyOf = (network: NetworkName, status: NetworkHealth): string =>
  status === 'no-router' ? deployCommand(network) : `swapline networks ${network} --check`
