/** A service with a relayer over a sandbox of its own, and a client of it. */
import { wei } from '#domain/units'
import { startHttpFixture } from '../http/fixture.ts'
import { createGaslessClient, type GaslessClient } from '../http/gasless-client.ts'
import { sandbox } from '../trade/fixture.ts'

export interface GaslessService {
  readonly client: GaslessClient
  close(): Promise<void>
}

export async function startGaslessService(): Promise<GaslessService> {
  const api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  const client = createGaslessClient(api)
  return {
    client,
    close: async () => {
      client.close()
      await api.close()
    },
  }
}
