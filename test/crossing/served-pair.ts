/** The built server over a pair of sandboxes with Across's own pools and the real Permit2. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { permit2 } from '#domain/crossing/cross-order'
import { evm } from '#domain/units'
import { bin, cleanEnv } from '#test/cli/run-built'
import { approvePool, filler, placeAcross } from './across-on-sandbox.ts'
import { permit2Code } from './pair.ts'
import { createPairUser } from './sandbox-pair.ts'
import { rpc, type SandboxSide, send } from './sandbox-side.ts'
import { tokens } from './side.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are what is tested
export type Reply = { readonly status: number; readonly body: any }

export interface ServedPair {
  readonly home: string
  /** The command line with the same pair. */
  readonly run: ReturnType<typeof createPairUser>['run']
  readonly source: SandboxSide
  readonly destination: SandboxSide
  /** @param url of another server than the first */
  get(path: string, query: Record<string, string>, url?: string): Promise<Reply>
  post(path: string, form: object, url?: string): Promise<Reply>
  /** Another server over the same store. @param env of its environment @returns its URL */
  serve(env?: Record<string, string>): Promise<string>
  /** Tokens of the source from an account that has many. */
  give(token: string, to: string, amount: bigint): Promise<void>
  /** Until the server has seen what the test did on both chains: amounts can be compared to the unit then. */
  settle(url?: string): Promise<void>
  stopServers(): Promise<void>
  /** After {@link stopServers}: a first server again. */
  restart(): Promise<void>
  end(): Promise<void>
}

const usdc = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}
const weth = {
  ethereum: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  base: '0x4200000000000000000000000000000000000006',
}

/** @param funded accounts with funds on both sandboxes, besides the filler */
export async function startServedPair(flags: readonly string[], ...funded: string[]): Promise<ServedPair> {
  const { home, run, startPair, end } = createPairUser()
  const [source, destination] = await startPair(filler, ...funded)
  for (const side of [source, destination]) {
    await placeAcross(side)
    await approvePool(side)
    await rpc(side, 'anvil_setCode', permit2, permit2Code())
  }
  const servers: ChildProcess[] = []
  const serve: ServedPair['serve'] = async (env) => {
    const ports = await Promise.all([freePort(), freePort()])
    // it is asked for a record ten times a second
    const served = ['--serve-network', 'sandbox-ethereum', '--serve-network', 'sandbox-base', '--rate', '1000']
    const given = [...served, '--port', String(ports[0]), '--auth-port', String(ports[1]), ...flags]
    servers.push(spawn(process.execPath, [bin, 'serve', ...given], { env: cleanEnv(home, env), stdio: 'ignore' }))
    const url = `http://127.0.0.1:${ports[0]}`
    await untilServed(url)
    return url
  }
  const stopServers = async (): Promise<void> => {
    for (const server of servers.splice(0)) {
      const gone = once(server, 'exit')
      if (server.exitCode === null && server.kill('SIGTERM')) await gone
    }
  }
  let url = await serve()
  const get: ServedPair['get'] = async (path, query, from = url) =>
    readReply(await fetch(`${from}${path}?${new URLSearchParams(query)}`))
  const blockOf = async (network: 'ethereum' | 'base', from = url) => {
    const pair = {
      fromTokenAddress: usdc[network],
      toTokenAddress: weth[network],
      sellAmount: '1000000',
      slippage: '0.01',
    }
    const parties = { fromAddress: permit2, toAddress: permit2, gasless: 'false' }
    const query = { network: `sandbox-${network}`, ...pair, ...parties }
    return Number((await get('/aggregator/quote', query, from)).body.blockNumber)
  }
  return {
    ...{ home, run, source, destination, get, serve, stopServers },
    post: async (path, form, to = url) =>
      readReply(
        await fetch(`${to}${path}`, {
          ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(form) },
        }),
      ),
    give: async (token, to, amount) => {
      await send(source, filler, { to: evm(token), data: tokens.encodeFunctionData('transfer', [to, amount]) })
    },
    restart: async () => {
      url = await serve()
    },
    settle: async (from) => {
      for (const [side, name] of [
        [source, 'ethereum'],
        [destination, 'base'],
      ] as const) {
        const head = Number(await rpc<string>(side, 'eth_blockNumber'))
        while ((await blockOf(name, from)) < head) await sleep(200)
      }
    },
    end: async () => {
      await stopServers()
      await end()
    },
  }
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export async function untilServed(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isServed = await fetch(`${url}/token-manager/networks`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isServed) return
    await sleep(200)
  }
  throw new Error('the server does not answer')
}

export const readReply = async (response: Response): Promise<Reply> => ({
  status: response.status,
  body: JSON.parse(await response.text()),
})

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
