/**
 * An approval is signed, and its process dies before a node gets it. The same command again signs the same bytes where fees stand
 * still: the journal has two intents of one transaction. Neither is the other's rival, and what it cost counts once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumHistory, toHistoryEntry } from '#domain/journal/history'
import type { Dialogue } from '#domain/trade/dialogue'
import { amount, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { autoConfirm, type SandboxApp, sandbox, startSandboxApp } from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
/** Dies as soon as bytes are stored, before they are sent. */
const dying: Dialogue = {
  ...autoConfirm(),
  tell: ({ what }) => {
    if (what === 'signed') throw new Error('killed')
  },
}

test('the same approval again, after one that died before it was sent', async () => {
  const trader = await app.components.trader()
  const tokens = (await app.components.tokens()).list(sandbox)
  const token = tokens.find(({ address }) => address === sandboxGround.tokens.USDC.address)
  if (token === undefined) throw new Error('no USDC')
  const of = { network: sandbox, token, amount: amount(10n ** 8n) }
  const limits = { confirmations: 1, timeoutSeconds: 5, wait: false } as const
  const wanted = { account: 'dev1', of, max: false, permit: false, reset: 'auto', ...limits } as const
  await rpc('evm_setAutomine', false)
  await expect(trader.approve(wanted, dying)).rejects.toThrow('killed')
  const first = (await trader.status('last')).intent
  await trader.approve(wanted, autoConfirm())
  const second = (await trader.status('last')).intent
  const hash = second.transactions[0]?.hash
  const before = BigInt(await rpc<string>('eth_getBalance', first.from, 'latest'))
  expect(first.id).not.toBe(second.id)
  expect(first.transactions[0]?.hash).toBe(hash)

  await trader.status(first.id)
  const terms = { bump: ppm(125_000), confirmations: 1, timeoutSeconds: 5, wait: false } as const
  const faster = await trader
    .replace({ reference: second.id, kind: 'speedup', ...terms }, autoConfirm())
    .catch((error) => error)
  expect.soft(faster.code).toBeUndefined()

  await rpc('anvil_mine', '0x14')
  const all = [(await trader.status(first.id)).intent, (await trader.status(second.id)).intent]
  const { gas } = sumHistory(all.map(toHistoryEntry))
  const spent = before - BigInt(await rpc<string>('eth_getBalance', first.from, 'latest'))
  expect(gas.map(({ paid }) => paid)).toEqual([spent]) // of the one transaction that was mined
}, 90_000)
