/** CSV is for programs: plain digits, full addresses, the words of the screen. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

let chain: RunningChain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.stop())

const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

/** The cells of each row by the header. */
async function readCsv(home: string, args: readonly string[]) {
  const env = { SWAPLINE_RPC_URL: chain.url, SWAPLINE_NETWORK: 'sandbox' }
  const { stdout, stderr, code } = await runSwapline(home, [...args, '-o', 'csv'], { env })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  const [header = [], ...rows] = rowsOf(stdout)
  for (const row of rows) expect(row.length).toBe(header.length)
  return rows.map((row) => Object.fromEntries(header.map((title, i) => [title, row[i]])))
}

test('a quote is one row, its route a row for each pool', async () => {
  const home = createHome()
  const [quote, ...others] = await readCsv(home, ['quote', '12345.5', 'USDC', 'ETH'])
  expect(others).toEqual([])
  expect(quote).toMatchObject({
    network: 'sandbox',
    sell: '12345.5',
    sell_token: 'USDC',
    buy_token: 'ETH',
    slippage_ppm: '5000',
  })
  expect(quote?.['buy']).toMatch(/^\d+\.\d+$/)
  expect(quote?.['sell_address']).toBe('0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe')
  const hops = await readCsv(home, ['distributions', quote?.['id'] ?? ''])
  const paths = new Map(hops.map(({ path, share_bps: share }) => [path, Number(share)]))
  expect(paths.size).toBe(Number(quote?.['paths']))
  expect([...paths.values()].reduce((sum, share) => sum + share, 0)).toBe(10_000)
  for (const { raw_in: amount, pool } of hops)
    expect([amount, pool]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)])
})

test('balances have no separators', async () => {
  const rows = await readCsv(createHome(), ['balances', 'ETH', 'USDC', '-a', 'dev0'])
  expect(rows.map(({ token }) => token)).toEqual(['ETH', 'USDC'])
  for (const { holds } of rows) expect(holds).toMatch(/^\d+(\.\d+)?$/)
})

test('networks have the words of the screen, and nothing for what is unknown', async () => {
  const home = createHome()
  const rows = await readCsv(home, ['networks'])
  expect(rows.find(({ network }) => network === 'base')).toEqual({
    network: 'base',
    chain: '8453',
    type: 'evm',
    native: 'ETH',
    state: 'endpoint known',
  })
  const states = new Set(rows.map(({ state }) => state))
  const closed = ['shut down', 'runs EraVM: read only', 'no EVM chain: not yet']
  expect(states).toEqual(new Set(['endpoint known', 'ready', ...closed]))
  expect(JSON.stringify(rows)).not.toContain('–')
})
