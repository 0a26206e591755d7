/**
 * The built program on a sandbox that plays a network, with that network's entry and chain id: quote, approve, swap,
 * status, in both directions. One of each kind; `npm run test:networks` plays all of them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nativeToken } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { sandboxContractsOf } from '#sandbox/pools/contracts'
import { runSwapline } from '../cli/run-built.ts'

/** Those that run our router as they are, by chain id. */
const chainIds = {
  ethereum: 1,
  optimism: 10,
  telos: 40,
  bsc: 56,
  unichain: 130,
  polygon: 137,
  monad: 143,
  sonic: 146,
  manta: 169,
  fantom: 250,
  stable: 988,
  hyperevm: 999,
  metis: 1_088,
  pharos: 1_672,
  morph: 2_818,
  megaeth: 4_326,
  base: 8_453,
  plasma: 9_745,
  zerogravity: 16_661,
  arbitrum: 42_161,
  avalanche: 43_114,
  ink: 57_073,
  linea: 59_144,
  berachain: 80_094,
  blast: 81_457,
  taiko: 167_000,
  scroll: 534_352,
  katana: 747_474,
} as const

const { SWAPLINE_NETWORKS = 'some', SWAPLINE_NETWORKS_RESULT: path } = process.env
const names = Object.keys(chainIds) as readonly (keyof typeof chainIds)[]
/** Ether and another currency; the router for Cancun and the older one; forks only. */
const some: readonly (typeof names)[number][] = ['optimism', 'polygon', 'metis', 'morph']

interface Row {
  readonly network: string
  readonly chainId: number
  readonly sold: string
  readonly quoted: string
  readonly received: string
  readonly back: string
}
const rows: Row[] = []
afterAll(() => {
  if (path === undefined) return
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const result = { commit, machine: `${cpus().length} × ${cpus()[0]?.model}`, node: process.version, networks: rows }
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
})

test('there are 28', () => expect(names).toHaveLength(28))

test.each(SWAPLINE_NETWORKS === 'all' ? names : some)('%s', { timeout: 180_000 }, async (name) => {
  const home = mkdtempSync(join(tmpdir(), 'swapline-network-'))
  const entry = getNetworkEntry(name)
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await runSwapline(home, [...args, '-n', `sandbox-${name}`, '-o', 'json'])
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  try {
    const up = await runSwapline(home, ['sandbox', 'up', '--as', name, '-o', 'json'])
    expect(JSON.parse(up.stdout).data).toMatchObject({ chainId: chainIds[name] })
    const { address } = sandboxContractsOf(entry).tokens.USDC
    const listed = entry.tokens.find((token) => token.address === address)
    const [token, flags] = listed === undefined ? [address, ['--allow-unlisted']] : [listed.symbol, []]
    const native = `${entry.native.symbol}@${nativeToken}` // stable lists a token of the same symbol

    const bought = await run('swap', '1', native, token, ...flags, '-a', 'dev1', '-y')
    expect(bought, JSON.stringify(bought)).toMatchObject({ ok: true, data: { stage: 'confirmed' } })
    expect(bought.data.bought.raw).toBe(bought.data.quoted.raw)

    const quote = await run('quote', '1000', token, native, ...flags, '-a', 'dev1')
    await run('approve', quote.data.id, '-a', 'dev1', '-y')
    const sold = await run('swap', quote.data.id, ...flags, '-a', 'dev1', '-y', '--approve', 'never')
    expect(sold, JSON.stringify(sold)).toMatchObject({ ok: true, data: { stage: 'confirmed' } })
    expect(sold.data.bought.raw).toBe(quote.data.buy.raw)

    const status = await run('status', sold.data.swapId)
    expect(status).toMatchObject({ ok: true, data: { stage: 'confirmed', network: `sandbox-${name}` } })
    rows.push({
      network: name,
      chainId: chainIds[name],
      sold: `1 ${entry.native.symbol}`,
      quoted: bought.data.quoted.formatted,
      received: bought.data.bought.formatted,
      back: sold.data.bought.formatted,
    })
  } finally {
    await runSwapline(home, ['sandbox', 'down', '--as', name])
    rmSync(home, { recursive: true, force: true })
  }
})
