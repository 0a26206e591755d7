/** A crossing whose source transaction is replaced while it waits: every version is followed, and its claim by the mined one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import { cctpOf, createCctpUser } from './cctp-on-sandbox.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
let source: SandboxSide
let destination: SandboxSide

const { run, runElsewhere, startPair, end, serviceOf } = createCctpUser()

beforeAll(async () => {
  ;[source, destination] = await startPair(dev0)
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

/** ETH for USDC, which waits in the source's pool. */
async function startWaiting() {
  await rpc(source, 'evm_setAutomine', false)
  const names = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0', '--bridge', 'cctp']
  const sent = await run('swap', '0.1', 'ETH', 'USDC', ...names, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const { hash } = sent.data.tx as { hash: Hex }
  const raw = await rpc<Hex>(source, 'eth_getRawTransactionByHash', hash)
  expect((await run('status', sent.data.swapId)).data.crossing.state).toBe('pending')
  return { id: sent.data.swapId as string, hash, raw }
}

async function replace(how: 'speedup' | 'cancel', id: string): Promise<Hex> {
  const replaced = await run('tx', how, id, '-y', '--no-wait')
  expect([replaced.code, replaced.error]).toEqual([0, undefined])
  return replaced.data.tx.hash
}

/** What the pool has, or only these bytes. */
async function mine(raw?: Hex, dropped?: Hex): Promise<void> {
  if (dropped !== undefined) await rpc(source, 'anvil_dropTransaction', dropped)
  if (raw !== undefined) await rpc(source, 'eth_sendRawTransaction', raw)
  await rpc(source, 'evm_mine')
  await rpc(source, 'evm_setAutomine', true)
}

/** Completes the burn by what the journal, and an empty store, know of it. */
async function complete(id: string, hash: Hex): Promise<void> {
  const waiting = await run('status', id)
  expect(waiting.data.tx.hash).toBe(hash)
  expect(waiting.data.crossing).toMatchObject({ state: 'bridging', hash })
  serviceOf().filled = { fee: 1n }
  const usdc = cctpOf(destination).usdc
  const before = await balanceOf(destination, usdc, dev0)
  const completed = await run('status', id, '-a', 'dev2', '--complete', '-y')
  expect([completed.code, completed.error]).toEqual([0, undefined])
  const { amount } = waiting.data.crossing.deposit
  expect((await balanceOf(destination, usdc, dev0)) - before).toBe(BigInt(amount) - 1n)
  expect((await run('status', id)).data.crossing).toMatchObject({ state: 'success', hash })
  const foreign = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(foreign.data.crossing).toMatchObject({ state: 'success', hash })
}

test('sped up, and the newer version is mined', async () => {
  const { id, hash } = await startWaiting()
  const faster = await replace('speedup', id)
  expect(faster).not.toBe(hash)
  await mine()
  await complete(id, faster)
})

test('sped up, and the older version is mined all the same', async () => {
  const { id, hash, raw } = await startWaiting()
  await mine(raw, await replace('speedup', id))
  await complete(id, hash)
})

test('cancelled, and the crossing is mined all the same', async () => {
  const { id, hash, raw } = await startWaiting()
  await mine(raw, await replace('cancel', id))
  await complete(id, hash)
})

test('cancelled: nothing was deposited, and the status says so', async () => {
  const { id, hash } = await startWaiting()
  const cancelled = await replace('cancel', id)
  await mine()
  const status = await run('status', id)
  expect([status.code, status.error]).toEqual([0, undefined])
  expect(status.data).toMatchObject({ kind: 'cross', stage: 'cancelled', tx: { hash: cancelled } })
  expect(status.data).not.toHaveProperty('crossing')
  const foreign = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(foreign.error.code).toBe('SWAP_NOT_FOUND')
  const done = await run('status', id, '--complete', '-y')
  expect(done.error).toMatchObject({ code: 'SWAP_NOT_FOUND', sent: false })
})

test('what the journal knows is shown without the other network', async () => {
  const { id, hash } = await startWaiting()
  await mine()
  expect((await run('status', id)).data.crossing).toMatchObject({ state: 'bridging' })
  await run('sandbox', 'down', '--as', 'base')
  const status = await run('status', id)
  expect(status.code).toBe(13)
  expect(status.data).toMatchObject({ kind: 'cross', stage: 'confirmed', tx: { hash } })
  expect(status.data).not.toHaveProperty('crossing')
  expect(JSON.parse(status.stdout).warnings).toMatchObject([{ code: 'CHAIN_NOT_ASKED' }])
})
