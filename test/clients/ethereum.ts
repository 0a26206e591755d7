/** The built program as somebody else's client meets it: a sandbox that plays Ethereum, and the HTTP API over it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRpc, type Rpc } from '#sandbox/rpc'
import { swapline } from '../cli/run-built.ts'
import { roomyFlags, spawnServer } from '../http/built-server.ts'
import { type Parameters, queryOf, type Reply, replyOf } from '../http/house.ts'

export interface Ethereum {
  /** Of the API and of the chain. */
  readonly url: string
  readonly chainUrl: string
  readonly rpc: Rpc
  get(path: string, parameters: Parameters): Promise<Reply>
  close(): Promise<void>
}

export async function openEthereum(): Promise<Ethereum> {
  const home = mkdtempSync(join(tmpdir(), 'swapline-clients-'))
  const up = await swapline(home, ['sandbox', 'up', '--as', 'ethereum', '-o', 'json'])
  if (up.code !== 0) throw new Error(up.stderr)
  const chainUrl: string = JSON.parse(up.stdout).data.url
  const server = await spawnServer({ home, chainUrl, network: 'ethereum' }, roomyFlags)
  return {
    url: server.url,
    chainUrl,
    rpc: createRpc(chainUrl),
    get: async (path, parameters) => replyOf(await fetch(`${server.url}${path}${queryOf(parameters)}`)),
    close: async () => {
      server.child.kill('SIGTERM')
      await server.ended
      await swapline(home, ['sandbox', 'down', '--as', 'ethereum'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
