/** The built program, from quote to what is received on the other network, over Across's own pools. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import { runSwapline } from '#test/cli/run-built'
import {
  advance,
  approvePool,
  balanceOf,
  filler,
  payDeposit,
  placeAcross,
  type SandboxSide,
  send,
  startFiller,
} from './across-on-sandbox.ts'

const home = mkdtempSync(join(tmpdir(), 'swapline-crossing-'))
const usdcOfBase = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
let source: SandboxSide
let destination: SandboxSide

const run = async (...args: string[]) => {
  const result = await runSwapline(home, [...args, '-o', 'json'])
  const document = result.stdout === '' ? undefined : JSON.parse(result.stdout)
  return { ...result, data: document?.data, error: document?.error }
}
/** The same on a machine that has signed nothing. */
const runElsewhere = async (...args: string[]) =>
  run(...args, '--state-dir', join(home, 'elsewhere'))

beforeAll(async () => {
  const { data } = await run('sandbox', 'up', '--pair', 'ethereum,base')
  ;[source, destination] = data.pair
  for (const [i, side] of [source, destination].entries()) {
    await placeAcross(side)
    const as = ['ethereum', 'base'][i] as string
    await run('sandbox', 'fund', filler, '--as', as)
    await run('sandbox', 'fund', dev0, '--as', as)
    await approvePool(side)
  }
}, 240_000)

afterAll(async () => {
  await run('sandbox', 'down', '--as', 'ethereum')
  await run('sandbox', 'down', '--as', 'base')
  rmSync(home, { recursive: true, force: true })
}, 60_000)

const between = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0'] as const

test('quote, swap, status: what is received is what was quoted, to the unit', async () => {
  const quoted = await run('quote', '1', 'WETH', 'USDC', ...between)
  expect([quoted.code, quoted.stderr]).toEqual([0, ''])
  expect(quoted.data).toMatchObject({ kind: 'cross', network: 'sandbox-ethereum', toNetwork: 'sandbox-base' })
  expect(quoted.data.onFailure.map((one: { failure: string }) => one.failure)).toContain('nobody_pays')

  const before = await balanceOf(destination, usdcOfBase, dev0)
  const stop = startFiller(source, destination)
  const swapped = await run('swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y')
  await stop()
  expect([swapped.code, swapped.error]).toEqual([0, undefined])
  expect(swapped.data).toMatchObject({ kind: 'cross', crossing: { state: 'success', bridge: 'across' } })
  const received = (await balanceOf(destination, usdcOfBase, dev0)) - before
  expect(String(received)).toBe(quoted.data.buy.raw)
  expect(swapped.data.crossing.receivedRaw).toBe(quoted.data.buy.raw)

  const status = await run('status', swapped.data.swapId)
  expect(status.data.crossing).toMatchObject({ state: 'success', toNetwork: 'sandbox-base', receivedRaw: quoted.data.buy.raw })
  const { hash } = swapped.data.tx
  const foreign = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(foreign.data).toMatchObject({ kind: 'crossing', crossing: { ...status.data.crossing, received: undefined } })
  // the quote is used, and the intent signs once
  const again = await run('swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y')
  expect(again.data?.tx?.hash).toBe(hash)
})
void [advance, payDeposit, send]
export type { Hex }
