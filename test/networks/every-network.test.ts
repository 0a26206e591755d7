/**
 * The built program on a sandbox that plays a network, with that network's entry and chain id: quote, approve, swap,
 * status, in both directions. One of each kind, drawn for every run; `npm run test:networks` plays all of them. Those of
 * the OP stack run on anvil's implementation of it: the L1 fee that a quote tells is compared with what the account paid beyond gas.
 * `tempo.test.ts` trades on the one without a native currency.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nativeToken } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { createRpc } from '#sandbox/anvil/rpc'
import { sandboxContractsOf } from '#sandbox/pools/contracts'
import { runSwapline } from '../cli/run-built.ts'
import { drawShare } from '../reliability/draw.ts'
import { addToResult, type Row } from './result.ts'

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

/** Those that charge for a transaction's bytes in their sandbox. */
const opStack: ReadonlySet<string> = new Set([
  'optimism',
  'unichain',
  'manta',
  'megaeth',
  'base',
  'ink',
  'blast',
  'katana',
])
const dev1 = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const findL1Fee = (fees: readonly { readonly type: string; readonly amount: string }[]): string =>
  fees.find(({ type }) => type === 'l1')?.amount ?? '0'

const { SWAPLINE_NETWORKS } = process.env
const names = Object.keys(chainIds) as readonly (keyof typeof chainIds)[]
/** One of the OP stack, and one whose router is the older one; every other test trades on a sandbox without either. */
function drawSome(): readonly (typeof names)[number][] {
  const draw = drawShare('networks')
  const older = names.filter((name) => getNetworkEntry(name).router === 'storage')
  return [draw.pick(names.filter((name) => opStack.has(name))), draw.pick(older.filter((name) => !opStack.has(name)))]
}
const chosen =
  SWAPLINE_NETWORKS === undefined
    ? drawSome()
    : names.filter((name) => SWAPLINE_NETWORKS === 'all' || SWAPLINE_NETWORKS.split(',').includes(name))

const rows: Row[] = []
afterAll(() => addToResult(rows))

test('there are 28', () => expect(names).toHaveLength(28))

test.each(chosen)('%s', { timeout: 180_000 }, async (name) => {
  const home = mkdtempSync(join(tmpdir(), 'swapline-network-'))
  const entry = getNetworkEntry(name)
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await runSwapline(home, [...args, '-n', `sandbox-${name}`, '-o', 'json'])
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  try {
    const up = await runSwapline(home, ['sandbox', 'up', '--as', name, '-o', 'json'])
    const { data: running } = JSON.parse(up.stdout)
    expect(running).toMatchObject({ chainId: chainIds[name] })
    const { address } = sandboxContractsOf(entry).tokens.USDC
    const listed = entry.tokens.find((token) => token.address === address)
    const [token, flags] = listed === undefined ? [address, ['--allow-unlisted']] : [listed.symbol, []]
    const native = `${entry.native.symbol}@${nativeToken}` // stable lists a token of the same symbol

    const bought = await run('swap', '1', native, token, ...flags, '-a', 'dev1', '-y')
    expect(bought, JSON.stringify(bought)).toMatchObject({ ok: true, data: { stage: 'confirmed' } })
    expect(bought.data.bought.raw).toBe(bought.data.quoted.raw)

    const quote = await run('quote', '1000', token, native, ...flags, '-a', 'dev1')
    await run('approve', quote.data.id, '-a', 'dev1', '-y')
    const rpc = createRpc(running.url)
    const balance = async () => BigInt(await rpc<string>('eth_getBalance', dev1, 'latest'))
    const before = await balance()
    const sold = await run('swap', quote.data.id, ...flags, '-a', 'dev1', '-y', '--approve', 'never')
    expect(sold, JSON.stringify(sold)).toMatchObject({ ok: true, data: { stage: 'confirmed' } })
    expect(sold.data.bought.raw).toBe(quote.data.buy.raw)
    // by the receipt: a network may tell another fee than this chain takes
    type Mined = Readonly<Record<'gasUsed' | 'effectiveGasPrice', string>>
    const { gasUsed, effectiveGasPrice } = await rpc<Mined>('eth_getTransactionReceipt', sold.data.tx.hash)
    const gasFee = BigInt(gasUsed) * BigInt(effectiveGasPrice)
    const beyondGas = before + BigInt(sold.data.bought.raw) - gasFee - (await balance())
    const l1Fee = { told: findL1Fee(quote.data.fees), paid: String(beyondGas) }
    if (opStack.has(name)) {
      expect(beyondGas).toBeGreaterThan(0n)
      const ratio = Number(l1Fee.told) / Number(l1Fee.paid)
      expect(ratio).toBeGreaterThan(0.97) // the deadline's bytes change by how much a transaction is compressed
      expect(ratio).toBeLessThan(1.03)
    } else expect(l1Fee).toEqual({ told: '0', paid: '0' })

    const status = await run('status', sold.data.swapId)
    expect(status).toMatchObject({ ok: true, data: { stage: 'confirmed', network: `sandbox-${name}` } })
    rows.push({
      network: name,
      chainId: chainIds[name],
      sold: `1 ${entry.native.symbol}`,
      quoted: bought.data.quoted.formatted,
      received: bought.data.bought.formatted,
      back: sold.data.bought.formatted,
      ...(opStack.has(name) && { l1Fee }),
    })
  } finally {
    await runSwapline(home, ['sandbox', 'down', '--as', name])
    rmSync(home, { recursive: true, force: true })
  }
})
