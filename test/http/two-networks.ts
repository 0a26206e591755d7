/**
 * One server for two networks: the built program, two chains with the networks' contracts, a proxy before one of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getNetworkEntry } from '#networks/find'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { runSwapline } from '../cli/run-built.ts'
import { type BuiltServer, generousFlags, spawnServe } from './built-server.ts'
import { native, type Parameters, type Reply, readReply, toQueryString } from './fixture.ts'

export interface TwoNetworks {
  /** In front of the node of base. Ethereum has none. */
  readonly proxy: FaultProxy
  serve(flags?: readonly string[]): Promise<TwoNetworkServer>
  close(): Promise<void>
}

export interface TwoNetworkServer extends BuiltServer {
  get(path: string, parameters?: Parameters): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  /** A quote of native currency for dollars; no two requests are the same. */
  quote(network: 'ethereum' | 'base'): Promise<Reply>
  end(): Promise<void>
}

export async function startTwoNetworks(): Promise<TwoNetworks> {
  const home = mkdtempSync(join(tmpdir(), 'swapline-two-networks-'))
  const chain = async (network: string): Promise<string> => {
    const { stdout, stderr } = await runSwapline(home, ['sandbox', 'up', '--as', network, '-o', 'json'])
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout).data.url
  }
  const [ethereum, base] = [await chain('ethereum'), await chain('base')]
  const proxy = await startProxy(base)
  const env = { SWAPLINE_RPC_URL_ETHEREUM: ethereum, SWAPLINE_RPC_URL_BASE: proxy.url }
  const names = ['--serve-network', 'ethereum', '--serve-network', 'base']
  return {
    proxy,
    serve: async (flags = []) => createClient(await spawnServe({ home, env }, [...names, ...generousFlags, ...flags])),
    async close() {
      await proxy.close()
      for (const network of ['ethereum', 'base']) await runSwapline(home, ['sandbox', 'down', '--as', network])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function createClient(server: BuiltServer): TwoNetworkServer {
  let asked = 0n
  const get: TwoNetworkServer['get'] = async (path, parameters = {}) =>
    readReply(await fetch(`${server.url}${path}${toQueryString(parameters)}`))
  return {
    ...server,
    get,
    post: async (path, body) =>
      readReply(
        await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    quote: (network) => {
      asked += 1n
      return get('/aggregator/quote', {
        network,
        fromTokenAddress: native,
        toTokenAddress: stableOf(network),
        sellAmount: String(10n ** 18n + asked),
        slippage: '0.005',
        fromAddress: native,
        toAddress: native,
        gasless: 'false',
      })
    },
    async end() {
      server.child.kill('SIGKILL')
      await server.ended
    },
  }
}

export function stableOf(network: string): string {
  const [stable] = getNetworkEntry(network).stables
  if (stable === undefined) throw new Error(`${network} has no stable token`)
  return stable
}
