/** The endpoints of one case: fault proxies over one chain, and the bytes that one of them withholds. */
import { Transaction } from 'ethers'
import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
import { type FaultProxy, type HandedBytes, startProxy } from '../chain/proxy.ts'
import type { Lane } from './lane.ts'

export interface Endpoints {
  readonly urls: readonly string[]
  /** Posts to all of them so far. */
  posts(): number
  /** Every signed transaction sent to any of them. */
  handed(): readonly HandedBytes[]
  /** One list for each endpoint. */
  rules(ofEach: readonly (readonly Rule[])[]): void
  /** Healthy from now on; withheld bytes stay so. */
  heal(): void
  readonly mempool: PrivateMempool
  close(): Promise<void>
}

/** Bytes that an endpoint accepted and did not pass on. */
export interface PrivateMempool {
  readonly held: readonly string[]
  /** Keeps the bytes of an `eth_sendRawTransaction` and answers with their hash. */
  keep(request: RpcRequest): RpcResponse
  /** Passes on the withheld bytes; drops what the chain no longer accepts. */
  release(): Promise<void>
}

export async function startEndpoints(lane: Lane, count: number): Promise<Endpoints> {
  const proxies: FaultProxy[] = []
  for (let i = 0; i < count; i++) proxies.push(await startProxy(lane.url))
  return {
    urls: proxies.map(({ url }) => url),
    posts: () => proxies.reduce((sum, { posts }) => sum + posts.length, 0),
    handed: () => proxies.flatMap(({ handed }) => handed).sort((a, b) => a.at - b.at),
    rules: (ofEach) => {
      for (const [i, proxy] of proxies.entries()) proxy.rules(ofEach[i] ?? [])
    },
    heal: () => {
      for (const proxy of proxies) proxy.rules([])
    },
    mempool: createMempool(lane),
    close: async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()))
    },
  }
}

function createMempool(lane: Lane): PrivateMempool {
  const held: string[] = []
  return {
    held,
    keep(request) {
      const raw = String(request.params[0])
      held.push(raw)
      return acceptTransaction(request)
    },
    async release() {
      for (const raw of held.splice(0)) await lane.rpc('eth_sendRawTransaction', raw).catch(() => undefined)
    },
  }
}

/** The answer of a node that accepts the bytes. */
export const acceptTransaction = ({ id, params: [raw] }: RpcRequest): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  result: Transaction.from(String(raw)).hash,
})
