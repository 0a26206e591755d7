/** What is given is the most that any endpoint shows: one that hides an allowance does not keep it from being taken back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { RevokeDialogue } from '#domain/trade/allowances'
import { type Address, amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { autoConfirm, createComposeInput, sandbox } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
}, 300_000)
afterEach(() => both.liar.rules([]))
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(both.app.url)<T>(method, ...params)
const { USDC } = sandboxGround.tokens
const hundred = 100n * 10n ** 6n
const owner = devAccounts.find(({ name }) => name === 'dev3')?.address as Address
const router = getRouter({ router: 'cancun' }).address
async function allowanceOf(): Promise<bigint> {
  const { to, data } = readAllowance(USDC.address, owner, router)
  return BigInt(await rpc<string>('eth_call', { to, data }, 'latest'))
}

test('an endpoint that hides an allowance does not show that there is nothing to take back', async () => {
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(both.app.state, both.app.url, new Map([['rpcUrl', [both.liar.url, both.honest.url]]])),
  )
  const token = (await parts.tokens()).list(sandbox).find(({ address }) => address === USDC.address)
  if (token === undefined) throw new Error('no USDC')
  const trader = await parts.trader()
  const limits = { confirmations: 1, timeoutSeconds: 20 }
  const of = { network: sandbox, token, amount: amount(hundred) }
  const asked = { account: 'dev3', of, max: false, permit: false, reset: 'auto', wait: true, ...limits } as const
  await trader.approve(asked, autoConfirm())
  expect(await allowanceOf()).toBe(hundred)

  // of this call alone, it answers 0 where the allowance is
  const given = hundred.toString(16).padStart(64, '0')
  both.liar.rules([
    {
      method: 'eth_call',
      fault: {
        kind: 'forge',
        answer: (real) =>
          typeof real.result === 'string' ? { ...real, result: real.result.replace(given, '0'.repeat(64)) } : real,
      },
    },
  ])
  const agreeing: RevokeDialogue = { tell: () => undefined, confirmRevocations: async () => undefined }
  const { revocations } = await trader.revoke(
    { account: 'dev3', network: sandbox, tokens: [token], ...limits },
    agreeing,
  )
  both.liar.rules([])
  expect(revocations).toMatchObject([{ spender: router, allowance: hundred, after: 0n }])
  expect(revocations[0]?.failure).toBeUndefined()
  expect(await allowanceOf()).toBe(0n)
  await parts.close()
}, 300_000)
