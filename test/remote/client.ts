/** A command line of its own that asks a service elsewhere, over the same chain. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyConfig } from '#cli/settings/config-file'
import { createSettings } from '#cli/settings/resolve'
import { composeWith } from '#compose'
import { surroundingsOf } from '../trade/house.ts'

export interface ClientOptions {
  readonly rpc: string
  readonly service: string
  readonly apiKey?: string
}

export function clientOf({ rpc, service, apiKey }: ClientOptions) {
  const state = mkdtempSync(join(tmpdir(), 'swapline-client-'))
  const env = apiKey === undefined ? {} : { SWAPLINE_API_KEY: apiKey }
  const settings = createSettings({
    flags: new Map([
      ['network', ['sandbox']],
      ['rpcUrl', [rpc]],
      ['stateDir', [state]],
      ['keystoreDir', [join(state, 'keystore')]],
      ['service.url', [service]],
    ]),
    env,
    file: emptyConfig(join(state, 'config.json')),
  })
  const parts = composeWith({})({ ...surroundingsOf(state, rpc), settings, env })
  return {
    parts,
    state,
    close: async () => {
      await parts.close()
      rmSync(state, { recursive: true, force: true })
    },
  }
}
