/**
 * `kill -9` of the program's own commands of a crossing by CCTP, at each point between which its journal changes; then the
 * same command again until it ends. Judged by both chains and by the bytes that they were sent, never by the journal.
 */
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rule } from '#test/chain/faults'
import { type FaultProxy, startProxy } from '#test/chain/proxy'
import { bin, cleanEnv } from '#test/cli/run-built'
import { cctpOf } from './cctp-on-sandbox.ts'
import { createPairUser } from './sandbox-pair.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const completer = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const recipient = '0x00000000000000000000000000000000c0dec0de'
const trade = ['10', 'USDC', 'USDC', '-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0'] as const
const toRecipient = ['--to-address', recipient, '--allow-recipient', '-y'] as const
let source: SandboxSide
let destination: SandboxSide
let proxies: readonly FaultProxy[] = []

const { home, run, redirect, startPair, end } = createPairUser()

beforeAll(async () => {
  const sides = await startPair(dev0)
  ;[source, destination] = sides
  proxies = await Promise.all(sides.map(({ url }) => startProxy(url)))
  for (const [i, side] of sides.entries()) redirect(side, proxies[i]?.url)
}, 240_000)

afterAll(async () => {
  for (const side of [source, destination]) redirect(side, undefined)
  await end()
  for (const proxy of proxies) await proxy.close()
}, 60_000)

/** Where a run dies: once a line says so, or with the n-th bytes for a node, before or after it has them. */
type Point = { readonly name: string } & (
  | { readonly line: string; readonly count: number }
  | { readonly fault: 'hang' | 'silence'; readonly after: number }
)

const step = (name: string, after: number): readonly Point[] => [
  { name: `${name} signed`, line: '✔ Signed', count: after + 1 },
  { name: `${name} begun`, fault: 'hang', after },
  { name: `${name} at the node`, fault: 'silence', after },
  { name: `${name} accepted`, line: '✔ Accepted', count: after + 1 },
]
const agreed: Point = { name: 'agreed', line: 'Checked ', count: 1 }

/** @returns true if it was killed */
async function killAt(args: readonly string[], proxy: FaultProxy, point: Point): Promise<boolean> {
  const rules: readonly Rule[] =
    'fault' in point ? [{ method: 'eth_sendRawTransaction', after: point.after, fault: { kind: point.fault } }] : []
  proxy.rules(rules)
  const goal = proxy.handed.length + ('fault' in point ? point.after + 1 : Number.POSITIVE_INFINITY)
  const child = spawn(process.execPath, [bin, ...args], { env: cleanEnv(home) })
  let said = ''
  const look = (text: Buffer) => {
    said += String(text)
    if ('line' in point && said.split(point.line).length > point.count) child.kill('SIGKILL')
  }
  child.stdout.on('data', look)
  child.stderr.on('data', look)
  const timer = setInterval(() => proxy.handed.length >= goal && child.kill('SIGKILL'), 5)
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  clearInterval(timer)
  proxy.rules([])
  return signal === 'SIGKILL'
}

const nonceOf = async ({ url }: SandboxSide, account: string) =>
  Number(await rpc<string>({ url }, 'eth_getTransactionCount', account, 'latest'))

const proxyOf = (index: number): FaultProxy => {
  const proxy = proxies[index]
  if (proxy === undefined) throw new Error('no proxy')
  return proxy
}

describe('swap --to-network', () => {
  test.each([agreed, ...step('approval', 0), ...step('crossing', 1)])('killed: $name', async (point) => {
    const { usdc } = cctpOf(source)
    const [held, nonce] = [await balanceOf(source, usdc, dev0), await nonceOf(source, dev0)]
    const args = ['swap', ...trade, ...toRecipient, '--id', point.name.replaceAll(' ', '-'), '--no-wait']
    expect(await killAt(args, proxyOf(0), point)).toBe(true)
    const again = await run(...args)
    expect([again.code, again.error]).toEqual([0, undefined])
    const { hash } = again.data.tx
    expect((await run(...args)).data.tx.hash).toBe(hash)
    expect(held - (await balanceOf(source, usdc, dev0))).toBe(10_000_000n)
    // an approval and a crossing
    expect((await nonceOf(source, dev0)) - nonce).toBe(2)
    expect((await run('status', hash, '-n', 'sandbox-ethereum')).data.crossing).toMatchObject({
      state: 'bridging',
      deposit: { amount: '10000000' },
    })
  })
})

describe('status --complete', () => {
  test.each([agreed, ...step('completion', 0)])('killed: $name', async (point) => {
    const id = `completed-${point.name.replaceAll(' ', '-')}`
    const sent = await run('swap', ...trade, ...toRecipient, '--id', id, '--no-wait')
    expect([sent.code, sent.error]).toEqual([0, undefined])
    const { usdc } = cctpOf(destination)
    const [held, nonce] = [await balanceOf(destination, usdc, recipient), await nonceOf(destination, completer)]
    const args = ['status', id, '-a', 'dev2', '--complete', '-y']
    // the confirmation of a completion has no row of checks
    const first = point === agreed ? { ...point, line: 'Action ' } : point
    expect(await killAt(args, proxyOf(1), first)).toBe(true)
    const again = await run(...args)
    // it may have been mined before the program died: then there is nothing left to do
    expect([again.code, again.error?.code]).toEqual(again.code === 0 ? [0, undefined] : [2, 'USAGE'])
    expect((await balanceOf(destination, usdc, recipient)) - held).toBe(9_999_000n)
    expect((await nonceOf(destination, completer)) - nonce).toBe(1)
    expect((await run('status', id)).data.crossing).toMatchObject({ state: 'success', receivedRaw: '9999000' })
  })
})
