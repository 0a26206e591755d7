/** `status` of transactions that no journal knows: what they are, and why one reverted, from an empty store. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ChainTransaction } from '#cli/schemas/trade/status'
import type { RevertClass } from '#domain/failures/revert-reason'
import { amount, hex, nativeToken } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { RpcResponse, Rule } from '../chain/faults.ts'
import { expectFailureJson, expectRefusal, parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, type RunResult, startCliFixture } from './fixture.ts'
import { pools, revertCases, router, send, swapData, tokens } from './revert-cases.ts'

type Told = z.infer<typeof ChainTransaction>

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())
afterEach(() => fixture.chain.rpc('evm_setAutomine', true))

/** A run's report about a transaction, checked against its schema. */
const toldBy = (ran: RunResult): Told => z.strictObject(ChainTransaction.shape).parse(parseData(ran))

/** By a user who has never used the program before. */
const statusOf = (hash: string, rpc = fixture.chain.url, ...more: readonly string[]): Promise<RunResult> =>
  fixture.createHostedUser().run(['status', hash, '-o', 'json', ...more], { rpc })

const noTraces: Rule = {
  method: 'debug_traceTransaction',
  fault: { kind: 'error', code: -32601, message: 'the method debug_traceTransaction does not exist/is not available' },
}
/** As a node that keeps the newest states only. */
const noOldStates: Rule = {
  method: 'eth_call',
  when: ({ params }) => /^0x/.test(String(params[1])),
  fault: { kind: 'error', code: -32000, message: 'missing trie node 5a1b (path ) state 0x5a1b is not available' },
}

const expected: readonly (readonly [RevertClass, words: RegExp])[] = [
  ['allowance', /^the allowance for the router is 0 USDC, less than the 1 USDC to be sold$/],
  ['balance', /^the balance of the account is 0 USDC, less than the 1 USDC to be sold$/],
  ['minimum', /^the price has moved: 2\.\d+ USDC would be received, below the minimum of 1000000 USDC$/],
  ['deadline', /^the deadline 2020-09-13T12:26:40\.000Z had passed$/],
  ['out-of-gas', /^it ran out of gas: it used \d+ of 70000$/],
  ['missing-value', /^100000000000000 wei came with the call instead of 1000000000000000$/],
  ['token-tax', /^a pool received less than it was sent/],
  ['paused-token', /^the token is paused/],
  ['pool', /^there is no pool of the expected kind at 0x/],
  ['router-auth', /^the order is not signed by 0x/],
  ['panic', /^a contract failed: a division by zero$/],
  ['unknown', /^a contract gave the error 0xdeadbeef$/],
]

/** With traces, and with its remedies: remedies.test.ts. */
test.each(expected)('why it reverted, by a node without traces: %s', async (name, words) => {
  const hash = await revertCases[name](fixture.chain)
  const told = toldBy(await statusOf(hash, (await fixture.addProxy([noTraces])).url))
  expect(told).toMatchObject({ kind: 'transaction', stage: 'reverted', ours: true, transaction: { hash } })
  expect(told.reason).toMatchObject({ class: name, words: expect.stringMatching(words) })
})

test('a node without the state of the block: the class is unknown, and it says so', async () => {
  const hash = await revertCases.minimum(fixture.chain)
  const proxy = await fixture.addProxy([noTraces, noOldStates])
  const { reason, transaction } = toldBy(await statusOf(hash, proxy.url))
  expect(reason?.class).toBe('unknown')
  expect(reason?.words).toContain(
    `the node no longer has the state of block ${transaction.block}: an archive node can tell`,
  )
  expect(reason?.words).toMatch(/; the same call now fails because the price has moved: /)
  expect(reason?.remedy[0]).toBe(`swapline status ${hash} -n sandbox --rpc-url <archive node>`)
})

test('a deadline that has passed by now is not taken as the reason of the revert', async () => {
  const hash = await revertCases.deadline(fixture.chain)
  const proxy = await fixture.addProxy([noTraces, noOldStates])
  const { reason } = toldBy(await statusOf(hash, proxy.url))
  expect(reason).toMatchObject({ class: 'unknown' })
  expect(reason?.words).not.toContain('deadline')
})

test('a node that fails during the analysis: unknown, and it says so', async () => {
  const hash = await revertCases.minimum(fixture.chain)
  const proxy = await fixture.addProxy([
    { ...noTraces, fault: { kind: 'reset' } },
    { ...noOldStates, fault: { kind: 'reset' } },
  ])
  const { reason } = toldBy(await statusOf(hash, proxy.url))
  expect(reason).toMatchObject({
    class: 'unknown',
    words: expect.stringMatching(/^the state of its block cannot be read: No RPC endpoint of Sandbox answers: /),
  })
})

test.each([[[]], [[noTraces]]])(
  'out of gas at increasing depth: out of gas, wherever it occurred (%j)',
  async (rules) => {
    const proxy = await fixture.addProxy(rules)
    const from = findDevAddress('dev4')
    const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 15n), recipient: from }
    const data = swapData(pools.wethUsdc, call)
    let ranOut = 0
    for (let gas = 50_000n; ; gas += 6_000n) {
      const { hash, status } = await send(fixture.chain, { from, data, value: 10n ** 15n, gas })
      if (status === '0x1') break
      const { reason, transaction } = toldBy(await statusOf(hash, proxy.url))
      expect(reason).toMatchObject({
        class: 'out-of-gas',
        words: `it ran out of gas: it used ${transaction.gasUsed} of ${gas}`,
      })
      ranOut++
    }
    expect(ranOut).toBeGreaterThan(5)
  },
)

test.each([[[]], [[noTraces]]])(
  'two swaps in one block with one allowance: the second lacks it (%j)',
  async (rules) => {
    const from = findDevAddress('dev5')
    const paidTo = `it paid to ${sandboxGround.treasury}: with --to-address the new one does, too`
    await send(fixture.chain, { from, to: tokens.USDC, data: encodeApprove(router, amount(1_000_000n)) })
    const data = swapData(pools.usdcDai, { tokenIn: tokens.USDC, tokenOut: tokens.DAI })
    await fixture.chain.rpc('evm_setAutomine', false)
    const sent = { from, to: router, data, gas: '0xf4240' }
    const first = await fixture.chain.rpc<string>('eth_sendTransaction', sent)
    const second = await fixture.chain.rpc<string>('eth_sendTransaction', sent)
    await fixture.chain.rpc('evm_mine')
    expect(toldBy(await statusOf(first))).toMatchObject({ stage: 'confirmed' })
    const proxy = await fixture.addProxy(rules)
    expect(toldBy(await statusOf(second, proxy.url)).reason).toMatchObject({
      class: 'allowance',
      words: 'the allowance for the router is 0 USDC, less than the 1 USDC to be sold',
      remedy: [
        `swapline approve USDC 1 -n sandbox -a ${from}`,
        `swapline swap 1 USDC DAI -n sandbox -a ${from}`,
        paidTo,
      ],
    })
  },
)

test('a failure by position in the block: a trace knows why, no state around the block does', async () => {
  const { rpc } = fixture.chain
  const [mover, from] = [findDevAddress('dev6'), findDevAddress('dev7')]
  const hexOf = (n: bigint) => `0x${n.toString(16)}`
  const sale = (ethers: bigint, minimum = 1n) => {
    const [amountIn, minimumOut] = [amount(ethers * 10n ** 18n), amount(minimum)]
    const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn, minimumOut, recipient: mover }
    return { to: router, data: swapData(pools.wethUsdc, call), value: hexOf(amountIn) }
  }
  const quoted = async (ethers: bigint) =>
    BigInt(await rpc<string>('eth_call', { from: mover, ...sale(ethers) }, 'latest'))
  const [much, little] = [await quoted(200n), await quoted(1n)]
  const back = { tokenIn: tokens.USDC, tokenOut: nativeToken, amountIn: amount(much), recipient: mover }
  await send(fixture.chain, { from: mover, to: tokens.USDC, data: encodeApprove(router, amount(much)) })

  await rpc('evm_setAutomine', false)
  const put = (tx: object, gwei: bigint) =>
    rpc<string>('eth_sendTransaction', { gas: '0xf4240', ...tx, gasPrice: hexOf(gwei * 10n ** 9n) })
  await put({ from: mover, ...sale(200n) }, 30n)
  const hash = await put({ from, ...sale(1n, (little * 97n) / 100n) }, 20n)
  const last = await put({ from: mover, to: router, data: swapData(pools.wethUsdc, back) }, 10n)
  await rpc('evm_mine')

  expect(toldBy(await statusOf(last)).stage).toBe('confirmed')
  expect(toldBy(await statusOf(hash)).reason?.class).toBe('minimum')
  const { reason, transaction } = toldBy(await statusOf(hash, (await fixture.addProxy([noTraces])).url))
  expect(reason).toMatchObject({
    class: 'unknown',
    words: `what made it fail has passed: the same call succeeds on the states around block ${transaction.block}`,
  })
})

test('a tracer without the revert data: the states around the block give the reason', async () => {
  const hash = await revertCases.deadline(fixture.chain)
  const bare = ({ result, ...real }: RpcResponse): RpcResponse => {
    const { output: _, ...rest } = result as { output: string }
    return { ...real, result: rest }
  }
  const proxy = await fixture.addProxy([{ method: 'debug_traceTransaction', fault: { kind: 'forge', answer: bare } }])
  expect(toldBy(await statusOf(hash, proxy.url)).reason?.class).toBe('deadline')
})

test('a transaction that only the second endpoint knows is found', async () => {
  const hash = await revertCases.deadline(fixture.chain)
  const proxy = await fixture.addProxy([{ method: 'eth_getTransactionByHash', fault: { kind: 'null' } }])
  expectFailureJson(await statusOf(hash, proxy.url), { code: 'SWAP_NOT_FOUND', says: ['No endpoint of Sandbox knows'] })
  expect(toldBy(await statusOf(hash, proxy.url, '--rpc-url', fixture.chain.url)).stage).toBe('reverted')
})

test('the screen names class, words and remedy, in 80 columns', async () => {
  const hash = await revertCases.allowance(fixture.chain)
  const { stdout, code } = await fixture.createHostedUser().run(['status', hash])
  expect(code).toBe(0)
  expect(stdout).toMatch(/REVERTED +sandbox +a swap by our router/)
  expect(stdout).toMatch(/Why +the allowance for the router is 0 USDC, less than the 1 USDC/)
  expect(stdout).toMatch(/\(allowance\)/)
  expect(stdout).toMatch(/Remedy +swapline approve USDC 1 -n sandbox -a\n +0x[0-9a-f]{40}$/m)
  expect(stdout).toMatch(/Gas +[\d,]+ of 1,000,000 +0\.0\d* ETH/)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('a mined swap: input, output, confirmations', async () => {
  const [from, recipient] = [findDevAddress('dev1'), findDevAddress('dev2')]
  const before = await usdcOf(recipient)
  const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 16n), recipient }
  const { hash } = await send(fixture.chain, { from, data: swapData(pools.wethUsdc, call), value: 10n ** 16n })
  const gained = (await usdcOf(recipient)) - before
  const told = toldBy(await statusOf(hash))
  expect(told).toMatchObject({ stage: 'confirmed', ours: true, transaction: { depth: 1 } })
  expect(told.request).toMatchObject({ sellAmount: '10000000000000000', minimumOut: '1' })
  expect(told.request?.recipient?.toLowerCase()).toBe(recipient)
  expect(told.sold).toMatchObject({ formatted: '0.01', token: { symbol: 'ETH' } })
  expect(BigInt(told.bought?.raw ?? 0)).toBe(gained)
  expect(gained).toBeGreaterThan(20_000_000n)
  expect(told).not.toHaveProperty('reason')
  expect((await statusOf(hash, fixture.chain.url, '--exit-status')).code).toBe(0)
})

test('a pending one, and one that is watched to its end', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const data = swapData(pools.wethUsdc, { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 15n) })
  const sent = {
    from: findDevAddress('dev3'),
    to: router,
    data,
    value: `0x${(10n ** 15n).toString(16)}`,
    gas: '0xf4240',
  }
  const hash = await fixture.chain.rpc<string>('eth_sendTransaction', sent)
  const waiting = await statusOf(hash, fixture.chain.url, '--exit-status')
  expect(waiting.code).toBe(16)
  expect(parseDocument(waiting)).toMatchObject({ data: { stage: 'submitted', ours: true } })
  const late = await statusOf(hash, fixture.chain.url, '--watch', '--timeout', '6s')
  expectFailureJson(late, { code: 'PENDING', sent: true, says: [`swapline status ${hash} --watch`] })

  const watched = statusOf(hash, fixture.chain.url, '--watch')
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(toldBy(await watched).stage).toBe('confirmed')
})

test('a transaction that is not to our router is reported as such', async () => {
  const { hash } = await send(fixture.chain, {
    from: findDevAddress('dev1'),
    to: findDevAddress('dev2'),
    data: hex('0x'),
  })
  expect(toldBy(await statusOf(hash))).toMatchObject({ stage: 'confirmed', ours: false })
  const { stdout } = await fixture.createHostedUser().run(['status', hash])
  expect(stdout).toContain('not a transaction to our router')
})

test('a hash that no endpoint knows, and one without a network', async () => {
  const hash = `0x${'5a'.repeat(32)}`
  const user = fixture.createHostedUser()
  await expectRefusal(user, ['status', hash], { code: 'SWAP_NOT_FOUND', says: ['No endpoint of Sandbox knows', hash] })
  const unnamed = { code: 'SWAP_NOT_FOUND', says: [`swapline status ${hash} -n <network>`] } as const
  await expectRefusal(user, ['status', hash], unnamed, { network: false })
})

test('a quote without a swap is a quote, not unknown', async () => {
  const user = fixture.createHostedUser()
  const quote = parseData<{ id: string }>(await user.run(['quote', '0.01', 'ETH', 'USDC', '-o', 'json']))
  const told = parseData(await user.run(['status', quote.id.slice(0, 8), '-o', 'json']))
  expect(told).toMatchObject({ kind: 'quote', quoteId: quote.id, state: 'valid', network: 'sandbox' })
  const { stdout } = await user.run(['status', quote.id])
  expect(stdout).toMatch(/VALID for [45]:\d\d/)
  expect(stdout).toMatch(new RegExp(`Next +swapline swap ${quote.id.slice(0, 8)}`))
  await expectRefusal(user, ['status', '00000000'], { code: 'SWAP_NOT_FOUND' })
})

async function usdcOf(owner: string): Promise<bigint> {
  const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
  return BigInt(await fixture.chain.rpc<string>('eth_call', { to: tokens.USDC, data }, 'latest'))
}
