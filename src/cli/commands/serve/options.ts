/** The flags of `serve`, each of which is a setting. */
import { serveSettings } from '#cli/settings/serve-settings'

type Name = keyof typeof serveSettings

function aboutOf(name: Name): string {
  const row = serveSettings[name]
  return 'fallback' in row ? `${row.about} (default ${row.fallback})` : row.about
}

interface MoreOfOption {
  readonly repeat?: true
  readonly formerly?: string
  readonly completes?: 'network' | 'account'
}

const serveOption = <K extends Name, const More extends MoreOfOption>(
  name: K,
  flag: string,
  more: More,
): {
  readonly setting: K
  readonly flag: string
  readonly about: string
  readonly parse: (typeof serveSettings)[K]['parse']
} & More => ({ setting: name, flag, about: aboutOf(name), parse: serveSettings[name].parse, ...more })

export const options = {
  host: serveOption('serve.host', '--host <address>', {}),
  port: serveOption('serve.port', '--port <number>', {}),
  authPort: serveOption('serve.authPort', '--auth-port <number>', {}),
  metricsPort: serveOption('serve.metricsPort', '--metrics-port <number>', {}),
  metricsHost: serveOption('serve.metricsHost', '--metrics-host <address>', {}),
  db: serveOption('serve.db', '--db <place>', {}),
  networks: serveOption('serve.networks', '--serve-network <name>', { repeat: true, completes: 'network' }),
  lenient: { setting: 'serve.lenient', flag: '--lenient', about: serveSettings['serve.lenient'].about },
  rate: serveOption('serve.rate', '--rate <n>', {}),
  burst: serveOption('serve.burst', '--burst <n>', {}),
  keyRate: serveOption('serve.keyRate', '--key-rate <n>', {}),
  keyBurst: serveOption('serve.keyBurst', '--key-burst <n>', {}),
  trustProxy: serveOption('serve.trustProxy', '--trust-proxy <address>', { repeat: true }),
  maxConcurrent: serveOption('serve.maxConcurrent', '--max-concurrent <n>', { formerly: '--at-once <n>' }),
  maxQueued: serveOption('serve.maxQueued', '--max-queued <n>', { formerly: '--waiting <n>' }),
  waitWithin: serveOption('serve.waitWithin', '--wait-within <ms>', {}),
  answerWithin: serveOption('serve.answerWithin', '--answer-within <seconds>', {}),
  workers: serveOption('serve.workers', '--workers <n>', {}),
  relayer: serveOption('serve.relayer', '--relayer <account>', { completes: 'account' }),
  relayCap: serveOption('serve.relayCap', '--relay-cap <amount>', { repeat: true }),
  grace: serveOption('serve.grace', '--grace <ms>', {}),
  drain: serveOption('serve.drain', '--drain <seconds>', {}),
} as const
