import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { type SandboxApp, startSandboxApp } from './fixture.ts'

export interface TwoEndpoints {
  readonly app: SandboxApp
  readonly liar: FaultProxy
  readonly honest: FaultProxy
  close(): Promise<void>
}

/** Two endpoints over one chain, each of which can be made to lie. */
export async function startTwoEndpoints(): Promise<TwoEndpoints> {
  const app = await startSandboxApp()
  const [liar, honest] = await Promise.all([startProxy(app.url), startProxy(app.url)])
  return {
    ...{ app, liar, honest },
    async close() {
      await Promise.all([liar.close(), honest.close()])
      await app.close()
    },
  }
}
