/**
 * An approval was sent, and every node dropped it. An approval of another token has its nonce now and waits: a cancellation of
 * that one uses up the nonce that both share, and harms neither. The dropped one, which the other is ahead of, is left alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { amount, ppm, seconds } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { autoConfirm, createComposeInput, type SandboxApp, sandbox, startSandboxApp } from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)

test('an approval whose nonce a dropped one had before can be cancelled', async () => {
  let late = 0
  const surroundings = createComposeInput(app.state, app.url)
  const clock = { ...surroundings.clock, now: () => seconds(surroundings.clock.now() + late) }
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })({ ...surroundings, clock })
  const trader = await parts.trader()
  const tokens = (await parts.tokens()).list(sandbox)
  const limits = { confirmations: 1, timeoutSeconds: 5, wait: false } as const
  const approve = async (name: 'USDC' | 'DAI') => {
    const token = tokens.find(({ address }) => address === sandboxGround.tokens[name].address)
    if (token === undefined) throw new Error(`no ${name}`)
    const of = { network: sandbox, token, amount: amount(10n ** 8n) }
    await trader.approve({ account: 'dev1', of, max: false, permit: false, reset: 'auto', ...limits }, autoConfirm())
    return (await trader.status('last')).intent
  }
  await rpc('evm_setAutomine', false)
  const first = await approve('USDC')
  await rpc('anvil_dropTransaction', first.transactions[0]?.hash)
  late = 1_200
  await rpc('evm_increaseTime', 1_200)
  expect((await trader.status(first.id)).intent.transactions[0]?.stage).toBe('unknown')
  const second = await approve('DAI')
  expect(second.transactions?.[0]).toMatchObject({ nonce: first.transactions[0]?.nonce, stage: 'submitted' })

  const terms = { bump: ppm(125_000), confirmations: 1, timeoutSeconds: 5, wait: false } as const
  const ended: string[] = []
  for (const reference of [second.id, first.id]) {
    const replaced = await trader
      .replace({ reference, kind: 'cancel', ...terms }, autoConfirm())
      .catch((error) => error)
    ended.push(replaced.code === undefined ? 'cancelled' : replaced.message)
  }
  expect(ended[0]).toBe('cancelled')
  await parts.close()
}, 90_000)
