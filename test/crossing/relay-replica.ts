/**
 * One replica of a service with a relayer over a pair of sandboxes, which kills itself at a point of the relayer's work. It
 * prints its address once it serves.
 */
import { join } from 'node:path'
import { createEmptyConfig } from '#cli/settings/config-file'
import { createSettings } from '#cli/settings/resolve'
import { composeWith } from '#compose'
import { networkName, wei } from '#domain/units'
import type { RelayPoint } from '#relay/context'
import { systemClock } from '#system/clock'
import { generousLimits } from '../http/fixture.ts'

const [home = '', point = ''] = process.argv.slice(2)
const reached = (at: RelayPoint): void => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}
const state = join(home, '.local/state/swapline')
const settings = createSettings({
  flags: new Map([
    ['stateDir', [state]],
    ['keystoreDir', [join(state, 'keystore')]],
    ['quiet', ['true']],
  ]),
  env: {},
  file: createEmptyConfig(join(state, 'config.json')),
})
const refuse = async () => {
  throw new Error('no password is needed here')
}
const secrets = { password: refuse, newPassword: refuse }
const parts = composeWith({ relay: { reached, tickMs: 200 } })({
  ...{ settings, secrets, clock: systemClock, env: {}, log: () => undefined },
})
const host = await parts.host(undefined)
const [ethereum, base] = [networkName('sandbox-ethereum'), networkName('sandbox-base')]
const server = await host.start({
  ...generousLimits,
  ...{ networks: [ethereum, base], fallback: ethereum, metrics: undefined },
  relayer: { account: 'dev9', caps: new Map([[ethereum, wei(5n * 10n ** 18n)]]) },
})
process.stdout.write(`${server.url}\n`)
