/** The HTTP API over a separate sandbox chain, in this process, and a client that sees status, headers and body. */

import { type ComposeOverrides, composeWith } from '#compose'
import type { RunningServer, ServerSettings } from '#domain/service/server'
import type { ApiKeys } from '#domain/service/stores'
import { seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { devAccounts } from '#sandbox/dev-accounts'
import { checksum } from '#text/checksum'
import { createComposeInput, type SandboxApp, sandbox, startSandboxApp } from '../trade/fixture.ts'

const tokenOf = (symbol: string): string => {
  const token = getNetworkEntry('sandbox').tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol} in the sandbox`)
  return checksum(token.address)
}

export const native = '0x0000000000000000000000000000000000000000'
export const [weth, usdc, usdt, dai] = ['WETH', 'USDC', 'USDT', 'DAI'].map(tokenOf) as [string, string, string, string]
export const trader = checksum(devAccounts[0]?.address ?? '')
export const stranger = checksum(devAccounts[5]?.address ?? '')
export const unknownId = '6f6f3b52-3e3a-4b6e-9f0a-0d5a4f1e2c3b'

export const generousLimits: ServerSettings = {
  host: '127.0.0.1',
  port: 0,
  authPort: 0,
  metrics: { host: '127.0.0.1', port: 0 },
  networks: [sandbox],
  fallback: sandbox,
  lenient: false,
  publicAllowance: { perSecond: 1_000, burst: 10_000 },
  keyAllowance: { perSecond: 1_000, burst: 10_000 },
  trustedProxies: [],
  maxConcurrent: 16,
  maxQueued: 1_000,
  maxWaitMs: 60_000,
  timeoutSeconds: seconds(20),
  workers: 0,
  graceMs: 500,
  drainSeconds: seconds(5),
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies are what is tested
  readonly body: any
}

export type Parameters = Readonly<Record<string, string | undefined>>

export interface Client {
  readonly server: RunningServer
  get(path: string, parameters?: Parameters, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body: unknown, type?: string): Promise<Reply>
  /** A quote of 1 ETH for USDC, changed by `more`; `undefined` removes a parameter. */
  quote(more?: Parameters): Promise<Reply>
}

export interface HttpFixture extends Client {
  readonly app: SandboxApp
  /** Advances the clock of the server and its store by this many seconds, but not the chain's. */
  advanceClock(seconds: number): void
  readonly keys: ApiKeys
  readonly key: { readonly id: string; readonly text: string }
  /** Another server over the same chain and store. */
  startAnother(more: Partial<ServerSettings>): Promise<Client>
  close(): Promise<void>
}

export const defaultQuery: Parameters = {
  network: 'sandbox',
  fromTokenAddress: native,
  toTokenAddress: usdc,
  sellAmount: '1000000000000000000',
  slippage: '0.005',
  fromAddress: trader,
  toAddress: trader,
  gasless: 'false',
}

/**
 * @param endpoint a proxy between the server and its chain, or several endpoints
 * @param db the server's store, instead of its file
 */
export async function startHttpFixture(
  more: Partial<ServerSettings> = {},
  endpoint: (chainUrl: string) => Promise<string | string[]> | string = (url) => url,
  db?: string,
  overrides: ComposeOverrides = {},
): Promise<HttpFixture> {
  const house = await startSandboxApp()
  let passed = 0
  const urls = [await endpoint(house.url)].flat()
  const usual = createComposeInput(house.state, urls[0] ?? '', new Map([['rpcUrl', urls]]))
  const clock = { ...usual.clock, now: () => seconds(usual.clock.now() + passed) }
  const parts = composeWith(overrides)({ ...usual, clock })
  const host = await parts.host(db)
  const servers: RunningServer[] = []
  const start = async (settings: Partial<ServerSettings>): Promise<Client> => {
    const server = await host.start({ ...generousLimits, ...settings })
    servers.push(server)
    return createClient(server)
  }
  const client = await start(more)
  const { key, text } = await host.keys.add({ name: 'tests' })
  return {
    ...client,
    app: house,
    key: { id: key.id, text },
    keys: host.keys,
    startAnother: start,
    advanceClock: (seconds) => {
      passed += seconds
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await parts.close()
      await house.close()
    },
  }
}

export function createClient(server: RunningServer): Client {
  const get: Client['get'] = async (path, parameters = {}, headers = {}) =>
    readReply(
      await fetch(`${path === '/metrics' ? server.metricsUrl : server.url}${path}${toQueryString(parameters)}`, {
        headers,
      }),
    )
  return {
    server,
    get,
    post: async (path, body, type = 'application/json') =>
      readReply(
        await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    quote: (more = {}) => get('/aggregator/quote', { ...defaultQuery, ...more }),
  }
}

export function toQueryString(parameters: Parameters): string {
  const said = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return said.length === 0 ? '' : `?${said.join('&')}`
}

export async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
