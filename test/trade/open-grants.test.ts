/** What was taken back can be given again by a file with a higher nonce: `revoke` and `status` name it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RevokeDialogue } from '#domain/trade/allowances'
import { amount, ppm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { autoConfirm, type SandboxApp, sandbox, startSandboxApp } from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

const { USDC } = sandboxGround.tokens
const agreeing: RevokeDialogue = { tell: () => undefined, confirmRevocations: async () => undefined }
const signing = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const limits = { confirmations: 1, timeoutSeconds: 20 }

test('a file that can give again what is taken back is named, until its nonce is used', async () => {
  const owner = devAccounts.find(({ name }) => name === 'dev6')?.address
  const token = (await app.components.tokens()).list(sandbox).find(({ address }) => address === USDC.address)
  if (owner === undefined || token === undefined) throw new Error('no account, or no token')
  const trader = await app.components.trader()
  const next = async () => Number(await createRpc(app.url)('eth_getTransactionCount', owner, 'latest'))
  const hold = async (raw: bigint, nonce: number) => {
    const built = { token, amount: amount(raw), from: owner, nonce, timeoutSeconds: 20 }
    return trader.signUnsigned(await trader.buildApproval(built, autoConfirm()), { maxGas: undefined }, signing)
  }
  const revoke = () => trader.revoke({ account: 'dev6', network: sandbox, tokens: [token], ...limits }, agreeing)

  const of = { network: sandbox, token, amount: amount(100n) }
  const exact = { account: 'dev6', of, max: false, permit: false, reset: 'auto', wait: true } as const
  await trader.approve({ ...exact, ...limits }, autoConfirm())
  const nonce = await next()
  await hold(200n, nonce) // its nonce is that of the revocation, and void with it
  const later = await hold(300n, nonce + 1)
  const named = {
    ...{ token: USDC.address, spender: getRouter({ router: 'cancun' }).address, value: 300n },
    ...{ hash: later.hash, nonce: nonce + 1, isFile: true },
  }
  const { revocations, grants } = await revoke()
  expect(revocations).toMatchObject([{ allowance: 100n, after: 0n }])
  expect(grants).toEqual([named])
  const [intent] = revocations.flatMap((one) => one.intent ?? [])
  if (intent === undefined) throw new Error('nothing was signed')
  expect(await trader.findGrantsAfter(intent)).toEqual([named])
  expect(await revoke()).toMatchObject({ revocations: [], grants: [named] })

  const cancelling = { reference: later.hash, kind: 'cancel', bump: ppm(125_000), wait: true } as const
  await trader.replace({ ...cancelling, ...limits }, autoConfirm())
  expect(await next()).toBe(nonce + 2)
  expect(await revoke()).toMatchObject({ revocations: [], grants: [] })
  expect(await trader.findGrantsAfter(intent)).toEqual([])
}, 120_000)
