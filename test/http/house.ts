/** The HTTP API over a sandbox chain of its own, in this process, and a client that sees status, headers and body. */

import { checksum } from '#cli/checksum'
import { composeWith } from '#compose'
import type { ApiKeys } from '#domain/ports'
import type { RunningServer, ServerSettings } from '#domain/server'
import { seconds } from '#domain/units'
import { entryOf } from '#networks/find'
import { devAccounts } from '#sandbox/dev-accounts'
import { type House, openHouse, sandbox, surroundingsOf } from '../trade/house.ts'

const tokenOf = (symbol: string): string => {
  const token = entryOf('sandbox').tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol} in the sandbox`)
  return checksum(token.address)
}

export const native = '0x0000000000000000000000000000000000000000'
export const [weth, usdc, usdt, dai] = ['WETH', 'USDC', 'USDT', 'DAI'].map(tokenOf) as [string, string, string, string]
export const trader = checksum(devAccounts[0]?.address ?? '')
export const stranger = checksum(devAccounts[5]?.address ?? '')
export const nobodysQuote = '6f6f3b52-3e3a-4b6e-9f0a-0d5a4f1e2c3b'

export const roomy: ServerSettings = {
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
  atOnce: 16,
  waiting: 1_000,
  waitWithin: 60_000,
  answerWithin: seconds(20),
  workers: 0,
  graceMs: 500,
  drain: seconds(5),
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
  /** A quote of 1 ETH for USDC, changed by `more`; `undefined` takes a parameter away. */
  quote(more?: Parameters): Promise<Reply>
}

export interface Serving extends Client {
  readonly house: House
  /** Lets so many seconds pass for the server and its store; the chain does not notice. */
  later(seconds: number): void
  readonly keys: ApiKeys
  readonly key: { readonly id: string; readonly text: string }
  /** Another server over the same chain and store. */
  another(more: Partial<ServerSettings>): Promise<Client>
  close(): Promise<void>
}

export const wanted: Parameters = {
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
 * @param endpoint what stands between the server and its chain
 * @param db where it keeps what it keeps, instead of its file
 */
export async function serving(
  more: Partial<ServerSettings> = {},
  endpoint: (chainUrl: string) => Promise<string> | string = (url) => url,
  db?: string,
): Promise<Serving> {
  const house = await openHouse()
  let passed = 0
  const usual = surroundingsOf(house.state, await endpoint(house.url))
  const clock = { ...usual.clock, now: () => seconds(usual.clock.now() + passed) }
  const parts = composeWith({})({ ...usual, clock })
  const host = await parts.host(db)
  const servers: RunningServer[] = []
  const start = async (settings: Partial<ServerSettings>): Promise<Client> => {
    const server = await host.start({ ...roomy, ...settings })
    servers.push(server)
    return clientOf(server)
  }
  const client = await start(more)
  const { key, text } = await host.keys.add({ name: 'tests' })
  return {
    ...client,
    house,
    key: { id: key.id, text },
    keys: host.keys,
    another: start,
    later: (seconds) => {
      passed += seconds
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await parts.close()
      await house.close()
    },
  }
}

export function clientOf(server: RunningServer): Client {
  const get: Client['get'] = async (path, parameters = {}, headers = {}) =>
    replyOf(
      await fetch(`${path === '/metrics' ? server.metricsUrl : server.url}${path}${queryOf(parameters)}`, { headers }),
    )
  return {
    server,
    get,
    post: async (path, body, type = 'application/json') =>
      replyOf(
        await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    quote: (more = {}) => get('/aggregator/quote', { ...wanted, ...more }),
  }
}

export function queryOf(parameters: Parameters): string {
  const said = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return said.length === 0 ? '' : `?${said.join('&')}`
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
