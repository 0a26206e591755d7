/** The flags of `serve`, each of which is a setting. */
import { serveSettings } from '#cli/settings/serve-settings'

type Name = keyof typeof serveSettings

function aboutOf(name: Name): string {
  const row = serveSettings[name]
  return 'fallback' in row ? `${row.about} (default ${row.fallback})` : row.about
}

const option = <K extends Name, const More extends { readonly repeat?: true; readonly formerly?: string }>(
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
  host: option('serve.host', '--host <address>', {}),
  port: option('serve.port', '--port <number>', {}),
  authPort: option('serve.authPort', '--auth-port <number>', {}),
  metricsPort: option('serve.metricsPort', '--metrics-port <number>', {}),
  metricsHost: option('serve.metricsHost', '--metrics-host <address>', {}),
  db: option('serve.db', '--db <place>', {}),
  networks: option('serve.networks', '--serve-network <name>', { repeat: true }),
  lenient: { setting: 'serve.lenient', flag: '--lenient', about: serveSettings['serve.lenient'].about },
  rate: option('serve.rate', '--rate <n>', {}),
  burst: option('serve.burst', '--burst <n>', {}),
  keyRate: option('serve.keyRate', '--key-rate <n>', {}),
  keyBurst: option('serve.keyBurst', '--key-burst <n>', {}),
  trustProxy: option('serve.trustProxy', '--trust-proxy <address>', { repeat: true }),
  maxConcurrent: option('serve.maxConcurrent', '--max-concurrent <n>', { formerly: '--at-once <n>' }),
  maxQueued: option('serve.maxQueued', '--max-queued <n>', { formerly: '--waiting <n>' }),
  waitWithin: option('serve.waitWithin', '--wait-within <ms>', {}),
  answerWithin: option('serve.answerWithin', '--answer-within <seconds>', {}),
  workers: option('serve.workers', '--workers <n>', {}),
  grace: option('serve.grace', '--grace <ms>', {}),
  drain: option('serve.drain', '--drain <seconds>', {}),
} as const
