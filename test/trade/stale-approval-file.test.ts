/** The file of an approval is older than what the router may take where it is sent: it changes nothing that nobody asks for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Token } from '#domain/token'
import type { ApprovalToBuild, OfflineDialogue, SendOptions, UnsignedApproval } from '#domain/trade/offline'
import type { Trader } from '#domain/trade/trader'
import { amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { temporaryDirectory } from '../store/temporary-directory.ts'
import { autoConfirm, createComponents, type SandboxApp, sandbox, startSandboxApp, trader0 } from './fixture.ts'

let app: SandboxApp
let trader: Trader
let tokens: readonly Token[]
beforeAll(async () => {
  app = await startSandboxApp()
  trader = await app.components.trader()
  tokens = (await app.components.tokens()).list(sandbox)
}, 120_000)
afterAll(() => app.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const nonceOf = async () => Number(await rpc<string>('eth_getTransactionCount', trader0, 'latest'))

async function allowanceOf({ address }: Token): Promise<bigint> {
  const { to, data } = readAllowance(address, trader0, getRouter({ router: 'cancun' }).address)
  return BigInt(await rpc<string>('eth_call', { to, data }, 'latest'))
}

function find(name: 'USDC' | 'DAI' | 'UNI' | 'WBTC'): Token {
  const token = tokens.find(({ address }) => address === sandboxGround.tokens[name].address)
  if (token === undefined) throw new Error(`no ${name}`)
  return token
}

/** @param ahead how many transactions of the account come before it */
async function build(token: Token, raw: bigint, ahead: number): Promise<UnsignedApproval> {
  const nonce = (await nonceOf()) + ahead
  const wanted: ApprovalToBuild = { token, amount: amount(raw), from: trader0, nonce, timeoutSeconds: 20 }
  return trader.buildApproval(wanted, autoConfirm())
}

const agreeing: OfflineDialogue = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const sending: SendOptions = { confirmations: 1, timeoutSeconds: 20, wait: true, simulates: true }
/** Signed on a machine of its own, without a network. */
async function send(unsigned: UnsignedApproval) {
  const parts = createComponents(temporaryDirectory(), 'http://127.0.0.1:1', 'cancun')
  try {
    const signed = await (await parts.trader()).signUnsigned(unsigned, { maxGas: undefined }, agreeing)
    return await trader.sendSigned(signed, sending, autoConfirm())
  } finally {
    await parts.close()
  }
}

async function expectRefused(unsigned: UnsignedApproval, reason: RegExp, fix: string): Promise<void> {
  const [held, nonce] = [await allowanceOf(unsigned.token), await nonceOf()]
  await expect(send(unsigned)).rejects.toMatchObject({
    code: 'ESTIMATE_GAS_FAILED',
    details: { check: 'allowance', reason: expect.stringMatching(reason), fix },
  })
  expect([await allowanceOf(unsigned.token), await nonceOf()]).toEqual([held, nonce])
}

test('a larger allowance is not lowered, and one that is as large is not given again', async () => {
  const token = find('USDC')
  const [older, same] = [await build(token, 5_000_000n, 1), await build(token, 20_000_000n, 1)]
  expect(older.before).toBe(0n)
  await send(await build(token, 20_000_000n, 0))
  const unneeded = 'build the swap: it needs no approval'
  await expectRefused(
    older,
    /^Our router may take 20 USDC already: this approval of 5 USDC would lower that\.$/,
    unneeded,
  )
  await expectRefused(same, /^Our router may take 20 USDC already: .* would not raise that\.$/, unneeded)
  // of a file of an earlier version too
  const { before: _, ...earlier } = older
  await expectRefused(earlier, /would lower that\.$/, unneeded)
})

test('what was given since is neither raised nor taken back', async () => {
  const token = find('DAI')
  const [raises, revokes] = [await build(token, 9n * 10n ** 18n, 1), await build(token, 0n, 1)]
  await send(await build(token, 4n * 10n ** 18n, 0))
  for (const [unsigned, raw] of [
    [raises, '9'],
    [revokes, '0'],
  ] as const)
    await expectRefused(
      unsigned,
      new RegExp(`^Our router may take 4 DAI by now, and 0 DAI when this approval of ${raw} DAI was built: `),
      `build it again: swapline approve DAI ${raw} --build-only -n sandbox`,
    )
})

test('what was taken back since is not given', async () => {
  const token = find('UNI')
  const given = 10n ** 18n
  await send(await build(token, given, 0))
  const unsigned = await build(token, 2n * given, 1)
  const wanted = { account: 'dev0', of: { network: token.network, token, amount: amount(0n) }, max: false } as const
  const rest = { permit: false, reset: 'auto', confirmations: 1, timeoutSeconds: 20, wait: true } as const
  await trader.approve({ ...wanted, ...rest }, autoConfirm())
  expect(await allowanceOf(token)).toBe(0n)
  await expectRefused(
    unsigned,
    /^Transaction 0x[0-9a-f]{64} was signed after this approval of 2 UNI was built: /,
    'build it again: swapline approve UNI 2 --build-only -n sandbox',
  )
})

test('an allowance that nothing but a nonce passed is given, and taken back', async () => {
  const token = find('WBTC')
  const gives = await build(token, 70_000n, 0)
  await send(gives)
  expect(await allowanceOf(token)).toBe(70_000n)
  await send(await build(token, 0n, 0))
  expect(await allowanceOf(token)).toBe(0n)
})
