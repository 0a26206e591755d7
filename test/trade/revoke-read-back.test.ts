/** A revocation that was mined is not called void by an endpoint that has not reached its block. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { RevokeDialogue } from '#domain/trade/allowances'
import type { Progress } from '#domain/trade/dialogue'
import { type Address, amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, sandbox } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
}, 120_000)
afterEach(() => both.liar.rules([]))
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(both.app.url)<T>(method, ...params)
const { USDC } = sandboxGround.tokens
const usd = 10n ** 6n
const router = getRouter({ router: 'cancun' }).address
const partsOver = (...urls: readonly string[]) =>
  composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(both.app.state, both.app.url, new Map([['rpcUrl', [...urls]]])),
  )
const addressOf = (account: string): Address => {
  const found = devAccounts.find(({ name }) => name === account)
  if (found === undefined) throw new Error(`no ${account}`)
  return found.address
}
async function allowanceOf(account: string): Promise<bigint> {
  const { to, data } = readAllowance(USDC.address, addressOf(account), router)
  return BigInt(await rpc<string>('eth_call', { to, data }, 'latest'))
}

/** What it was as of one of its older blocks is all that the node knows. */
const stopAt = (block: number): Rule => ({
  when: ({ params }) => params.includes('latest'),
  fault: {
    kind: 'rewrite',
    params: ({ params }) => params.map((one) => (one === 'latest' ? `0x${block.toString(16)}` : one)),
  },
})
const blockOf = (progress: Progress): number =>
  progress.what === 'mined' ? (progress.intent.transactions.at(-1)?.mined?.block ?? 0) : 0

test('a revocation that was mined did take the allowance back, whatever an endpoint behind its block still shows', async () => {
  const parts = partsOver(both.liar.url, both.honest.url)
  const token = (await parts.tokens()).list(sandbox).find(({ address }) => address === USDC.address)
  if (token === undefined) throw new Error('no USDC')
  const limits = { confirmations: 1, timeoutSeconds: 30 }
  const of = { network: sandbox, token, amount: amount(100n * usd) }
  const asked = { account: 'dev4', of, max: false, permit: false, reset: 'auto', wait: true, ...limits } as const
  await (await parts.trader()).approve(asked, autoConfirm())
  const dialogue: RevokeDialogue = {
    confirmRevocations: async () => undefined,
    tell: (progress) => {
      const mined = blockOf(progress)
      if (mined > 0) both.liar.rules([stopAt(mined - 1)])
    },
  }
  const { revocations } = await (await parts.trader()).revoke(
    { account: 'dev4', network: sandbox, tokens: [token], ...limits },
    dialogue,
  )
  both.liar.rules([])
  const [row] = revocations
  expect(row?.intent?.transactions.at(-1)?.step).toBe('revoke')
  expect(await allowanceOf('dev4')).toBe(0n)
  // a single one is thrown, and why is shown with it
  const { message = '', context } = row?.failure ?? {}
  expect(`${message} ${context?.why ?? ''}`).not.toContain('still lets')
  await parts.close()
}, 90_000)
