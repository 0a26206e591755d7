import { expect, test } from 'vitest'
import { variableOf } from '#cli/settings/setting'
import { getSetting, listSettingNames } from '#cli/settings/table'
import { options } from './options.ts'

/** Operators rely on these names, so they are listed literally. */
const wanted = [
  ['--host <address>', 'SWAPLINE_SERVE_HOST', 'serve.host'],
  ['--port <number>', 'SWAPLINE_SERVE_PORT', 'serve.port'],
  ['--auth-port <number>', 'SWAPLINE_SERVE_AUTH_PORT', 'serve.authPort'],
  ['--metrics-port <number>', 'SWAPLINE_SERVE_METRICS_PORT', 'serve.metricsPort'],
  ['--metrics-host <address>', 'SWAPLINE_SERVE_METRICS_HOST', 'serve.metricsHost'],
  ['--db <place>', 'SWAPLINE_SERVE_DB', 'serve.db'],
  ['--serve-network <name>', 'SWAPLINE_SERVE_NETWORKS', 'serve.networks'],
  ['--lenient', 'SWAPLINE_SERVE_LENIENT', 'serve.lenient'],
  ['--rate <n>', 'SWAPLINE_SERVE_RATE', 'serve.rate'],
  ['--burst <n>', 'SWAPLINE_SERVE_BURST', 'serve.burst'],
  ['--key-rate <n>', 'SWAPLINE_SERVE_KEY_RATE', 'serve.keyRate'],
  ['--key-burst <n>', 'SWAPLINE_SERVE_KEY_BURST', 'serve.keyBurst'],
  ['--trust-proxy <address>', 'SWAPLINE_SERVE_TRUST_PROXY', 'serve.trustProxy'],
  ['--max-concurrent <n>', 'SWAPLINE_SERVE_MAX_CONCURRENT', 'serve.maxConcurrent'],
  ['--max-queued <n>', 'SWAPLINE_SERVE_MAX_QUEUED', 'serve.maxQueued'],
  ['--wait-within <ms>', 'SWAPLINE_SERVE_WAIT_WITHIN', 'serve.waitWithin'],
  ['--answer-within <seconds>', 'SWAPLINE_SERVE_ANSWER_WITHIN', 'serve.answerWithin'],
  ['--workers <n>', 'SWAPLINE_SERVE_WORKERS', 'serve.workers'],
  ['--relayer <account>', 'SWAPLINE_SERVE_RELAYER', 'serve.relayer'],
  ['--relay-cap <amount>', 'SWAPLINE_SERVE_RELAY_CAP', 'serve.relayCap'],
  ['--grace <ms>', 'SWAPLINE_SERVE_GRACE', 'serve.grace'],
  ['--drain <seconds>', 'SWAPLINE_SERVE_DRAIN', 'serve.drain'],
]

test('every option of serve is a flag, a variable and a key of the config file', () => {
  const found = Object.values(options).map(({ flag, setting }) => {
    const row = getSetting(setting)
    return [flag, variableOf(setting, row), row.stored === false ? undefined : setting]
  })
  expect(found).toEqual(wanted)
  expect(listSettingNames().filter((name) => name.startsWith('serve.'))).toEqual(wanted.map(([, , key]) => key))
})
