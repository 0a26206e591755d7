/** What may be taken is shown, taken back, and named where a swap left it behind. */
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Address, amount, evm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove, readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createAllowanceLock } from '#store/journal/allowance-lock'
import { systemClock } from '#system/clock'
import { checksum } from '#text/checksum'
import { compileInput } from '../contracts/compile.ts'
import { expectFailureJson, expectRefusal, parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

const { USDC } = sandboxGround.tokens
const router = getRouter({ router: 'cancun' }).address
const unlimited = String((1n << 256n) - 1n)

/** A token that refuses an allowance of 0, as BNB on Ethereum does. */
const refusing = `pragma solidity 0.8.30;
contract Refusing {
  string public name = "Refusing"; string public symbol = "RFS"; uint8 public decimals = 6;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  function approve(address spender, uint256 value) external returns (bool) {
    require(value > 0, "zero");
    allowance[msg.sender][spender] = value;
    return true;
  }
}`

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

interface Shown {
  readonly allowances: readonly {
    readonly ours: boolean
    readonly unlimited: boolean
    readonly spender: string
    readonly allowance: { readonly raw: string; readonly token: { readonly symbol: string } }
  }[]
}
interface Revoked {
  readonly revocations: readonly {
    readonly state: string
    readonly token: { readonly symbol: string }
    readonly intentId?: string
    readonly txs?: readonly { readonly step: string; readonly stage: string }[]
    readonly error?: { readonly code: string; readonly fix: readonly string[] }
  }[]
}

const json = (account: string, ...words: readonly string[]) => user.run([...words, '-a', account, '-o', 'json'])
const show = async (account: string, ...words: readonly string[]) =>
  parseData<Shown>(await json(account, 'allowances', ...words)).allowances.map((one) => [
    one.allowance.token.symbol,
    one.allowance.raw,
  ])

async function allowanceOf(account: string, token: Address, spender = router): Promise<bigint> {
  const { to, data } = readAllowance(token, findDevAddress(account), spender)
  return BigInt(await fixture.chain.rpc<string>('eth_call', { to, data }, 'latest'))
}

async function sendFrom(account: string, to: Address | undefined, data: string): Promise<string> {
  const from = findDevAddress(account)
  await fixture.chain.rpc('anvil_impersonateAccount', from)
  return fixture.chain.rpc<string>('eth_sendTransaction', { from, ...(to === undefined ? {} : { to }), data })
}

async function deployRefusing(): Promise<Address> {
  const { initCode } = compileInput(
    JSON.stringify({
      language: 'Solidity',
      sources: { 'Refusing.sol': { content: refusing } },
      settings: {
        evmVersion: 'paris',
        outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
      },
    }),
    'Refusing.sol:Refusing',
  )
  const hash = await sendFrom('dev1', undefined, initCode)
  for (;;) {
    const receipt = await fixture.chain.rpc<{ contractAddress: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt !== null) return evm(receipt.contractAddress)
    await sleep(50)
  }
}

test('allowances are shown with their block, revoked one by one, and are 0 afterwards', async () => {
  expect(await show('dev2')).toEqual([])
  expect((await json('dev2', 'approve', 'USDC', '5', '-y')).code).toBe(0)
  expect((await json('dev2', 'approve', 'USDT', '--max', '--allow-max', '-y')).code).toBe(0)
  expect(await show('dev2')).toEqual([
    ['USDC', '5000000'],
    ['USDT', unlimited],
  ])
  expect(await show('dev2', 'DAI', 'USDC')).toEqual([
    ['DAI', '0'],
    ['USDC', '5000000'],
  ])
  const document = parseDocument(await json('dev2', 'allowances', 'USDT'))
  expect(document).toMatchObject({
    data: { allowances: [{ ours: true, unlimited: true, spender: checksum(router) }], unread: [] },
    meta: { block: { number: expect.any(Number), hash: expect.stringMatching(/^0x/) } },
  })
  const { stdout } = await user.run(['allowances', '-a', 'dev2'])
  expect(stdout).toMatch(/USDT +unlimited +our router 0x/)
  expect(stdout).toContain('swapline revoke USDC -n sandbox')

  const [revoked] = parseData<Revoked>(await json('dev2', 'revoke', 'USDC', '-y')).revocations
  expect(revoked).toMatchObject({ state: 'done', txs: [{ step: 'revoke', stage: 'confirmed' }] })
  expect(parseData(await json('dev2', 'status', revoked?.intentId ?? ''))).toMatchObject({
    kind: 'approve',
    stage: 'confirmed',
  })
  expect(await allowanceOf('dev2', USDC.address)).toBe(0n)
  const sent = await fixture.countSentBy('dev2')
  expect(parseData<Revoked>(await json('dev2', 'revoke', 'USDC', '-y')).revocations).toEqual([])
  expect(await fixture.countSentBy('dev2')).toBe(sent)
})

test('an approval of 0 takes back what a token gives, in both units', async () => {
  expect((await json('dev3', 'approve', 'USDT', '7', '-y')).code).toBe(0)
  const shown = await user.run(['approve', 'USDT', '5', '-a', 'dev3', '-y'])
  expect(shown.stdout).toContain('swapline approve USDT 5 --lower -n sandbox')
  expect(shown.stdout).toContain('swapline revoke USDT -n sandbox')
  const lowered = parseData(await json('dev3', 'approve', 'USDT', '5', '--lower', '-y'))
  expect(lowered).toMatchObject({ action: 'reset+approve', before: '7000000', after: '5000000' })
  const revoked = parseData(await json('dev3', 'approve', 'USDT', '0', '-y'))
  expect(revoked).toMatchObject({ action: 'revoke', before: '5000000', after: '0', txs: [{ step: 'revoke' }] })
  expect(parseData(await json('dev3', 'approve', 'USDT', 'raw:0', '-y'))).toMatchObject({ action: 'none', txs: [] })
  await expectRefusal(user, ['approve', 'USDT', '0', '--max', '-a', 'dev3', '-y'], { code: 'USAGE', says: ['--max'] })
  await expectRefusal(user, ['approve', 'USDT', '5', '--max', '--lower', '-a', 'dev3', '-y'], { code: 'USAGE' })
})

describe('revoke', () => {
  test('needs a token or --all, and a yes', async () => {
    await expectRefusal(user, ['revoke', '-y'], { code: 'USAGE', says: ['--all'] })
    await expectRefusal(user, ['revoke', 'USDC', '--all', '-y'], { code: 'USAGE' })
    expect((await json('dev4', 'approve', 'USDC', '5', '-y')).code).toBe(0)
    await expectRefusal(user, ['revoke', '--all', '-a', 'dev4'], { code: 'CONFIRM_NEEDED', says: ['--yes'] })
    expect(await allowanceOf('dev4', USDC.address)).toBe(5_000_000n)
  })

  test('--all takes back what it can, and its status says that something is left', async () => {
    const token = await deployRefusing()
    expect((await json('dev5', 'approve', token, '5', '--allow-unlisted', '-y')).code).toBe(0)
    expect((await json('dev5', 'approve', 'USDC', '5', '-y')).code).toBe(0)
    const sent = await fixture.countSentBy('dev5')
    const ran = await json('dev5', 'revoke', '--all', '-y')
    expect(ran.code).toBe(15)
    const { revocations } = (parseDocument(ran) as { readonly data: Revoked }).data
    expect(revocations.map(({ token: of, state }) => [of.symbol, state])).toEqual([
      ['USDC', 'done'],
      ['RFS', 'failed'],
    ])
    expect(revocations[1]?.error).toMatchObject({
      code: 'ESTIMATE_GAS_FAILED',
      fix: [`make it as small as can be: swapline approve ${token} raw:1 --lower -n sandbox`],
    })
    expect([await fixture.countSentBy('dev5'), await allowanceOf('dev5', USDC.address)]).toEqual([sent + 1, 0n])

    const alone = expectFailureJson(await json('dev5', 'revoke', token, '-y'), {
      code: 'ESTIMATE_GAS_FAILED',
      says: ['RFS refuses an allowance of 0'],
    })
    expect(alone.sent).toBe(false)
    const least = await json('dev5', 'approve', token, 'raw:1', '--lower', '--allow-unlisted', '-y')
    expect([least.code, await allowanceOf('dev5', token)]).toEqual([0, 1n])
  })

  test('a spender that the journal does not know is named', async () => {
    const spender = evm('0x00000000000000000000000000000000000000aa')
    await sendFrom('dev6', USDC.address, encodeApprove(spender, amount(9n)))
    expect(await show('dev6')).toEqual([])
    expect(await show('dev6', '--spender', spender)).toEqual([['USDC', '9']])
    expect((await json('dev6', 'revoke', 'USDC', '--spender', spender, '-y')).code).toBe(0)
    expect(await allowanceOf('dev6', USDC.address, spender)).toBe(0n)
  })
})

test('a swap that stops after its approval names what is left, and the command takes it back', async () => {
  // the approval is estimated for the prompt and for its transaction
  const proxy = await fixture.addProxy([
    { method: 'eth_estimateGas', after: 2, fault: { kind: 'error', code: 3, message: 'execution reverted' } },
  ])
  const args = ['swap', '20', 'USDC', 'ETH', '-y', '-a', 'dev7', '-o', 'json']
  const command = 'swapline revoke USDC -n sandbox -a dev7'
  const error = expectFailureJson(await user.run(args, { rpc: proxy.url }), {
    code: 'ESTIMATE_GAS_FAILED',
    sent: true,
    says: [command],
  })
  expect(error.leftover).toEqual({
    token: checksum(USDC.address),
    spender: checksum(router),
    allowance: '20000000',
    words: 'The router may still take 20 USDC.',
    command,
  })
  const words = command.split(' ').slice(1)
  expect((await user.run([...words.filter((word) => word !== '-n' && word !== 'sandbox'), '-y'])).code).toBe(0)
  expect(await allowanceOf('dev7', USDC.address)).toBe(0n)
})

/** Whether a running process has a file open. */
function hasOpen(pid: number | undefined, path: string): boolean {
  const folder = `/proc/${pid}/fd`
  const find = <T>(look: () => T): T | undefined => {
    try {
      return look()
    } catch {
      return undefined // it has ended, or closed the file, meanwhile
    }
  }
  return (find(() => readdirSync(folder)) ?? []).some((fd) => find(() => readlinkSync(join(folder, fd))) === path)
}

test('a swap that waits for another one’s allowance ends by Ctrl-C, and nothing was sent', async () => {
  const directory = join(user.state, 'locks')
  const lock = createAllowanceLock({ directory, clock: systemClock })
  const [chainId, account] = [31_337, findDevAddress('dev8')]
  const turn = {
    ...{ chainId, account, token: USDC.address, timeoutMs: 10_000 },
    onWait: () => undefined,
    createFailure: () => new Error('the lock is held'),
  }
  const swap = ['swap', '5', 'USDC', 'DAI', '-a', 'dev8', '-y', '-o', 'json']
  await lock.withLock(turn, async () => {
    const { child, ended } = await user.start([...swap, '--timeout', '200s'])
    let hasEnded = false
    void ended.then(() => {
      hasEnded = true
    })
    // it has quoted and waits once it has the lock's file open, which another holds
    const path = join(directory, `${chainId}-${account}-${USDC.address}.lock`)
    while (!hasEnded && !hasOpen(child.pid, path)) await sleep(50)
    child.kill('SIGINT')
    expectFailureJson(await ended, { code: 'INTERRUPTED' })
  })
  expect(await fixture.countSentBy('dev8')).toBe(0)
  expect((await user.run(swap)).code).toBe(0)
}, 240_000)
