/** A separate command line that uses a remote service, over the same chain. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmptyConfig } from '#cli/settings/config-file'
import { createSettings } from '#cli/settings/resolve'
import { type ComposeOverrides, composeWith } from '#compose'
import { createComposeInput } from '../trade/fixture.ts'

export interface ClientOptions {
  readonly rpc: string
  readonly service: string
  readonly apiKey?: string
}

export function createRemoteClient({ rpc, service, apiKey }: ClientOptions, overrides: ComposeOverrides = {}) {
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
    file: createEmptyConfig(join(state, 'config.json')),
  })
  const parts = composeWith(overrides)({ ...createComposeInput(state, rpc), settings, env })
  return {
    parts,
    state,
    close: async () => {
      await parts.close()
      rmSync(state, { recursive: true, force: true })
    },
  }
}
