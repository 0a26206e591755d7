/** What `status` says to do about a revert is done, word for word: the swap succeeds. */
import { TypedDataEncoder, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ChainTransaction } from '#cli/schemas/trade/status'
import type { RevertClass } from '#domain/failures/revert-reason'
import { type Address, amount, hex } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { devAccounts } from '#sandbox/dev-accounts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, type RunResult, startCliFixture } from './fixture.ts'
import { orderData, revertCases, router, send, tokens } from './revert-cases.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

const paidTo = `it paid to ${sandboxGround.treasury}: with --to-address the new one does, too`
const usdcDaiOf = (account: string) => `swapline swap 1 USDC DAI -n sandbox -a ${findDevAddress(account)}`
const ethUsdc = `swapline swap 0.001 ETH USDC -n sandbox -a ${findDevAddress('dev3')}`

interface Row {
  /** By a node with traces; by one without: reasons.test.ts. */
  readonly words: string
  readonly account: string
  readonly remedy: readonly string[]
  readonly buys: Address
  /** What the sentences ask for. */
  readonly before?: (payer: Address) => Promise<unknown>
}

const rows: Readonly<Record<Exclude<RevertClass, 'router-auth'>, Row>> = {
  allowance: {
    words: 'the allowance for the router is 0 USDC, less than the 1 USDC to be sold',
    account: 'dev1',
    remedy: [`swapline approve USDC 1 -n sandbox -a ${findDevAddress('dev1')}`, usdcDaiOf('dev1'), paidTo],
    buys: tokens.DAI,
  },
  balance: {
    words: 'the balance of the account is 0 USDC, less than the 1 USDC to be sold',
    account: 'dev2',
    remedy: [
      `swapline balances USDC -n sandbox --owner ${findDevAddress('dev2')}`,
      'send more of the token to the account, or sell less',
      usdcDaiOf('dev2'),
      paidTo,
    ],
    buys: tokens.DAI,
    before: (payer) => {
      const data = `0xa9059cbb${payer.slice(2).padStart(64, '0')}${(1_000_000).toString(16).padStart(64, '0')}`
      return send(fixture.chain, { from: sandboxGround.treasury, to: tokens.USDC, data: hex(data) })
    },
  },
  minimum: {
    words: expect.stringMatching(
      /^the price has moved: 2\.\d+ USDC would be received, below the minimum of 1000000 USDC$/,
    ),
    account: 'dev3',
    remedy: [ethUsdc, 'a higher --slippage lets the price move further, and accepts as much less', paidTo],
    buys: tokens.USDC,
  },
  deadline: {
    words: 'the deadline 2020-09-13T12:26:40.000Z had passed',
    account: 'dev3',
    remedy: [ethUsdc, 'a longer --deadline (up to 15m) or a higher --max-fee leaves more time', paidTo],
    buys: tokens.USDC,
  },
  'out-of-gas': {
    words: expect.stringMatching(/^it ran out of gas: it used \d+ of 70000$/),
    account: 'dev3',
    remedy: [ethUsdc, 'from another program: raise its gas limit by half', paidTo],
    buys: tokens.USDC,
  },
  'missing-value': {
    words: '100000000000000 wei came with the call instead of 1000000000000000',
    account: 'dev3',
    remedy: [
      ethUsdc,
      'from another program: send exactly what native currency is sold as the value, else none',
      paidTo,
    ],
    buys: tokens.USDC,
  },
  'token-tax': {
    words: expect.stringMatching(/^a pool received less than it was sent/),
    account: 'dev4',
    remedy: [
      `swapline swap 1 FOT WETH -n sandbox -a ${findDevAddress('dev4')}`,
      'what the token withholds is measured again; if there is no route, it cannot be swapped exactly',
      paidTo,
    ],
    buys: tokens.WETH,
  },
  // The case puts the token's code back: its issuer allows transfers again.
  'paused-token': {
    words: expect.stringMatching(/^the token is paused/),
    account: 'dev5',
    remedy: [
      'wait until the issuer of the token allows transfers again, or trade another one',
      usdcDaiOf('dev5'),
      paidTo,
    ],
    buys: tokens.DAI,
  },
  pool: {
    words: expect.stringMatching(/^there is no pool of the expected kind at 0x/),
    account: 'dev6',
    remedy: [usdcDaiOf('dev6'), `leave the pool out with --exclude ${tokens.DAI} if it fails again`, paidTo],
    buys: tokens.DAI,
  },
  panic: {
    words: 'a contract failed: a division by zero',
    account: 'dev7',
    remedy: [
      expect.stringMatching(/^look at 0x[0-9a-f]{64} in a block explorer$/),
      'the next one is simulated first: if it would fail again, nothing is sent',
      usdcDaiOf('dev7'),
      paidTo,
    ],
    buys: tokens.DAI,
  },
  unknown: {
    words: 'a contract gave the error 0xdeadbeef',
    account: 'dev8',
    remedy: [
      expect.stringMatching(/^look at 0x[0-9a-f]{64} in a block explorer$/),
      'the next one is simulated first: if it would fail again, nothing is sent',
      usdcDaiOf('dev8'),
      paidTo,
    ],
    buys: tokens.DAI,
  },
}

test.each(Object.entries(rows))('%s: the printed commands make the swap succeed', async (name, row) => {
  const payer = findDevAddress(row.account)
  const { stage, reason } = await statusOf(await revertCases[name as RevertClass](fixture.chain, payer))
  expect({ stage, reason }).toMatchObject({
    stage: 'reverted',
    reason: { class: name, words: row.words, remedy: row.remedy },
  })
  await row.before?.(payer)
  const before = await balanceOf(row.buys, payer)
  const commands = (reason?.remedy ?? []).filter((one) => one.startsWith('swapline '))
  const ran = await (name === 'allowance' ? runAsScript(commands) : runInTurn(commands))
  expect(ran.code, ran.stdout + ran.stderr).toBe(0)
  expect(ran.stdout).toContain('✔ Received ')
  expect(await balanceOf(row.buys, payer)).toBeGreaterThan(before)
})

test('router-auth: no command can help; signed again, as the remedy says, the order is filled', async () => {
  const signer = devAccounts[9] ?? expect.fail('there is no dev9')
  const { reason } = await statusOf(await revertCases['router-auth'](fixture.chain, signer.address))
  expect(reason).toMatchObject({
    class: 'router-auth',
    words: expect.stringMatching(/^the order is not signed by 0x/),
    remedy: [
      'look first whether another transaction filled the order: then nothing is left to do',
      'else it has to be signed again: for this router, with an unused nonce and a later deadline',
    ],
  })
  await send(fixture.chain, { from: signer.address, to: tokens.USDC, data: encodeApprove(router, amount(1_000_000n)) })
  const { signingKey } = new Wallet(signer.key)
  const data = orderData(signer.address, ({ domain, types, message }) =>
    hex(signingKey.sign(TypedDataEncoder.hash(domain, { Swap: [...types.Swap] }, message)).serialized),
  )
  expect(await statusOf((await send(fixture.chain, { from: findDevAddress('dev0'), data })).hash)).toMatchObject({
    stage: 'confirmed',
    ours: true,
  })
})

/** By a user who has never used the program before. */
const statusOf = async (hash: string) =>
  z
    .strictObject(ChainTransaction.shape)
    .parse(parseData(await fixture.createHostedUser().run(['status', hash, '-o', 'json'], { rpc: fixture.chain.url })))

/** By a user who has said yes, with another account chosen. */
const createSettings = () => ({ SWAPLINE_RPC_URL: fixture.chain.url, SWAPLINE_ACCOUNT: 'dev9', SWAPLINE_YES: '1' })

const runAsScript = (commands: readonly string[]): Promise<RunResult> =>
  fixture
    .createHostedUser()
    .shell(
      [
        'set -e',
        'swapline() { node "$BIN" "$@"; }',
        ...Object.entries(createSettings()).map(([name, value]) => `export ${name}=${value}`),
        ...commands,
      ].join('\n'),
    )

/** Up to the first that fails. The words are those of a shell, as it reads nothing but blanks in such a line. */
async function runInTurn(commands: readonly string[]): Promise<RunResult> {
  const user = fixture.createHostedUser()
  let last: RunResult = { stdout: '', stderr: 'no command', code: 1, signal: null }
  for (const command of commands) {
    expect(command).toMatch(/^swapline [\w .-]+$/)
    last = await user.run(command.split(' ').slice(1), { network: false, env: createSettings() })
    if (last.code !== 0) break
  }
  return last
}

async function balanceOf(token: Address, owner: Address): Promise<bigint> {
  const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
  return BigInt(await fixture.chain.rpc<string>('eth_call', { to: token, data }, 'latest'))
}
