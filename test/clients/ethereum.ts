/** The built program as an external client meets it: a sandbox that plays Ethereum, and the HTTP API over it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { runSwapline } from '../cli/run-built.ts'
import { generousFlags, spawnServer } from '../http/built-server.ts'
import { type Parameters, type Reply, readReply, toQueryString } from '../http/fixture.ts'

export interface Ethereum {
  /** Of the API and of the chain. */
  readonly url: string
  readonly chainUrl: string
  readonly rpc: Rpc
  get(path: string, parameters: Parameters): Promise<Reply>
  close(): Promise<void>
}

export async function startEthereum(): Promise<Ethereum> {
  const home = mkdtempSync(join(tmpdir(), 'swapline-clients-'))
  const up = await runSwapline(home, ['sandbox', 'up', '--as', 'ethereum', '-o', 'json'])
  if (up.code !== 0) throw new Error(up.stderr)
  const chainUrl: string = JSON.parse(up.stdout).data.url
  const server = await spawnServer({ home, chainUrl, network: 'ethereum' }, generousFlags)
  return {
    url: server.url,
    chainUrl,
    rpc: createRpc(chainUrl),
    get: async (path, parameters) => readReply(await fetch(`${server.url}${path}${toQueryString(parameters)}`)),
    close: async () => {
      server.child.kill('SIGTERM')
      await server.ended
      await runSwapline(home, ['sandbox', 'down', '--as', 'ethereum'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
