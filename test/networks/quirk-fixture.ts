/** A local chain, with a proxy that makes its node behave as another chain's, and the program with an entry's fields. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeWith } from '#compose'
import type { Network } from '#domain/network'
import type { Service } from '#domain/service/service'
import type { Trader } from '#domain/trade/trader'
import { type RunningChain, type StartOptions, startChain } from '#sandbox/anvil/start'
import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { createComposeInput } from '../trade/fixture.ts'

export interface QuirkFixture {
  readonly chain: RunningChain
  readonly proxy: FaultProxy
  /** The program on the local chain, with some of an entry's fields. */
  openWith(traits: Partial<Network>): Promise<{ readonly service: Service; readonly trader: Trader }>
  /** Ends the rules and the programs so far. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function startQuirkFixture(options: StartOptions = {}): Promise<QuirkFixture> {
  const chain = await startChain(options)
  const proxy = await startProxy(chain.url)
  const ends: (() => Promise<void> | void)[] = []
  const reset = async (): Promise<void> => {
    proxy.rules([])
    for (const end of ends.splice(0)) await end()
  }
  return {
    chain,
    proxy,
    reset,
    async openWith(traits) {
      const state = mkdtempSync(join(tmpdir(), 'swapline-quirk-'))
      const app = composeWith({ network: (entry) => ({ ...entry, ...traits }) })(createComposeInput(state, proxy.url))
      ends.push(async () => {
        await app.close()
        rmSync(state, { recursive: true, force: true })
      })
      return { service: await app.service(), trader: await app.trader() }
    },
    async close() {
      await reset()
      await proxy.close()
      await chain.stop()
    },
  }
}

export const forge = (method: string, answer: (real: RpcResponse, request: RpcRequest) => RpcResponse): Rule => ({
  method,
  fault: { kind: 'forge', answer },
})
