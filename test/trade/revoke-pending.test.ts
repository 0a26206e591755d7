/** `revoke` never says that there is nothing to take back while an approval of the journal is about to give something. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { SwapError } from '#domain/errors'
import type { RevocationList, RevokeDialogue } from '#domain/trade/allowances'
import type { Dialogue, Progress } from '#domain/trade/dialogue'
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
afterEach(async () => {
  both.liar.rules([])
  await rpc('evm_mine')
  await rpc('evm_setAutomine', true)
})
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(both.app.url)<T>(method, ...params)
const { USDC } = sandboxGround.tokens
const usd = 10n ** 6n
const router = getRouter({ router: 'cancun' }).address
type Parts = ReturnType<typeof partsOver>
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
async function tokenOf(parts: Parts) {
  const token = (await parts.tokens()).list(sandbox).find(({ address }) => address === USDC.address)
  if (token === undefined) throw new Error('no USDC')
  return token
}
async function approve(parts: Parts, account: string, dialogue: Dialogue, timeoutSeconds: number) {
  const of = { network: sandbox, token: await tokenOf(parts), amount: amount(100n * usd) }
  const limits = { confirmations: 1, timeoutSeconds, wait: true } as const
  return (await parts.trader()).approve({ account, of, max: false, permit: false, reset: 'auto', ...limits }, dialogue)
}
const agreeing: RevokeDialogue = { tell: () => undefined, confirmRevocations: async () => undefined }
async function revoke(parts: Parts, account: string): Promise<RevocationList> {
  const limits = { confirmations: 1, timeoutSeconds: 20 }
  const request = { account, network: sandbox, tokens: [await tokenOf(parts)], ...limits }
  return (await parts.trader()).revoke(request, agreeing)
}
const endOf = <T>(work: Promise<T>): Promise<T | SwapError> =>
  work.catch((error: unknown) => (error instanceof SwapError ? error : Promise.reject(error)))

/** What it was as of one of its older blocks is all that the node knows. */
const stopAt = (block: number): Rule => ({
  when: ({ params }) => params.includes('latest'),
  fault: {
    kind: 'rewrite',
    params: ({ params }) => params.map((one) => (one === 'latest' ? `0x${block.toString(16)}` : one)),
  },
})

test('an approval that waits for a block is taken back, or it is said that it waits', async () => {
  const parts = partsOver(both.honest.url)
  await rpc('evm_setAutomine', false)
  expect(await endOf(approve(parts, 'dev1', autoConfirm(), 1))).toMatchObject({ code: 'PENDING' })
  const revoked = endOf(revoke(parts, 'dev1'))
  await Promise.race([revoked, sleep(4_000)])
  await rpc('evm_mine')
  await rpc('evm_setAutomine', true)
  const said = await revoked
  const left = await allowanceOf('dev1')
  // an empty list is shown as «There is nothing to take back: nothing was sent.»
  const isNothing = !(said instanceof SwapError) && said.revocations.length === 0
  expect({ isNothing, left }).not.toEqual({ isNothing: true, left: 100n * usd })
  await parts.close()
}, 60_000)

test('an endpoint that has not reached the block of a mined approval does not show that nothing is given', async () => {
  const parts = partsOver(both.liar.url, both.honest.url)
  let mined = 0
  const dialogue: Dialogue = {
    ...autoConfirm(),
    tell: (progress: Progress) => {
      if (progress.what === 'mined') mined = progress.intent.transactions.at(-1)?.mined?.block ?? 0
    },
  }
  await approve(parts, 'dev2', dialogue, 20)
  expect(mined).toBeGreaterThan(0)
  expect(await allowanceOf('dev2')).toBe(100n * usd)
  both.liar.rules([stopAt(mined - 1)])
  const said = await endOf(revoke(parts, 'dev2'))
  both.liar.rules([])
  const isNothing = !(said instanceof SwapError) && said.revocations.length === 0
  expect({ isNothing, left: await allowanceOf('dev2') }).not.toEqual({ isNothing: true, left: 100n * usd })
  await parts.close()
}, 60_000)
