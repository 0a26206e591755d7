/**
 * `kill -9` of a batch at named points and at random ones behind endpoints that lose answers, then the same command
 * again until it ends. Judged by the chain and by the bytes that the endpoint received, never by the journal.
 * `SWAPLINE_BATCH_KILLS` is the number of rounds per named point, `SWAPLINE_BATCH_RANDOM` of those with random kills;
 * without them one round each is played of a drawn point in every stage, and of one drawn round with random kills.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { Transaction } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault, Rule } from '../chain/faults.ts'
import type { FaultProxy } from '../chain/proxy.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from '../e2e/fixture.ts'
import { createDraw, type Draw, drawShare } from '../reliability/draw.ts'
import { readTransactions, reportOf, writeOrders } from './fixture.ts'

const { SWAPLINE_SEED = '1', SWAPLINE_BATCH_KILLS, SWAPLINE_BATCH_RANDOM, SWAPLINE_BATCH_RESULT } = process.env
const rounds = Number(SWAPLINE_BATCH_KILLS ?? 1)
const randomRounds = Number(SWAPLINE_BATCH_RANDOM ?? 1)
const share = drawShare('kills of batches')

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** Where a run dies: at an event on its output, or with the n-th broadcast before or after the node has it. */
type Point = { readonly name: string } & (
  | { readonly event: string; readonly count: number }
  | { readonly fault: Fault['kind'] & ('hang' | 'silence'); readonly after: number }
)

/** Before a row is signed, before its transaction is known at the node, and after that. */
const stages: readonly (readonly Point[])[] = [
  [
    { name: 'run stored', event: 'approving', count: 1 },
    { name: 'approval begun', fault: 'hang', after: 0 },
    { name: 'approval at the node', fault: 'silence', after: 0 },
  ],
  [
    { name: 'row started', event: 'started', count: 2 },
    { name: 'row signed', event: 'signed', count: 2 },
    { name: 'row begun', fault: 'hang', after: 2 },
  ],
  [
    { name: 'row at the node', fault: 'silence', after: 2 },
    { name: 'row accepted', event: 'accepted', count: 2 },
    { name: 'row ended', event: 'ended', count: 2 },
  ],
]

interface Round {
  readonly user: User
  readonly proxy: FaultProxy
  readonly accounts: readonly [string, string]
  readonly file: string
  readonly since: number
}

/** Two lanes: one sells a token with a merged approval, the other ether. */
async function createRound(pair: number): Promise<Round> {
  const user = fixture.createUser()
  const accounts = [`dev${pair * 2}`, `dev${pair * 2 + 1}`] as const
  // small amounts: with the price of gas another route is best, whose output may be less than the plan's by the usual limit
  const row = (id: string, account: string, sell: string, amount: string) =>
    ({ id, network: 'sandbox', sell, amount, buy: sell === 'ETH' ? 'USDC' : 'DAI', account, slippage: '3%' }) as const
  const [first, second] = accounts
  const file = writeOrders(user, [
    row('t1', first, 'USDC', '11'),
    row('t2', first, 'USDC', '12'),
    row('e3', first, 'ETH', '0.013'),
    row('e1', second, 'ETH', '0.011'),
    row('e2', second, 'ETH', '0.012'),
  ])
  const since = Number(await fixture.chain.rpc<string>('eth_blockNumber')) + 1
  return { user, proxy: await fixture.addProxy([]), accounts, file, since }
}

const args = (file: string) => ['batch', 'run', file, '-y', '--on-error', 'continue', '-o', 'jsonl']

async function killAt({ user, proxy, file }: Round, point: Point): Promise<void> {
  const rules: readonly Rule[] =
    'fault' in point ? [{ method: 'eth_sendRawTransaction', after: point.after, fault: { kind: point.fault } }] : []
  proxy.rules(rules)
  const { child, ended } = await user.start(args(file), { rpc: proxy.url })
  const kill = (): void => void child.kill('SIGKILL')
  let out = ''
  if ('event' in point)
    child.stdout?.on('data', (text: Buffer) => {
      out += String(text)
      if (out.split(`"event":"${point.event}"`).length > point.count) kill()
    })
  else {
    const goal = proxy.handed.length + point.after + 1
    const timer = setInterval(() => proxy.handed.length >= goal && kill(), 5)
    void ended.then(() => clearInterval(timer))
  }
  await ended
}

/** @param within so many posts of the run; fewer than it needs always kill it */
async function killAtRandom({ user, proxy, file }: Round, draw: Draw, within: number): Promise<boolean> {
  proxy.rules(lossy(draw))
  const goal = proxy.posts.length + draw.whole(1, within)
  const { child, ended } = await user.start(
    draw.chance(0.5) ? args(file) : ['batch', 'resume', 'last', '-y', '--on-error', 'continue', '-o', 'jsonl'],
    { rpc: proxy.url },
  )
  const timer = setInterval(() => proxy.posts.length >= goal && child.kill('SIGKILL'), 5)
  const { signal } = await ended
  clearInterval(timer)
  return signal === 'SIGKILL'
}

/** One answer in a few is lost, before or after its effect, mostly of broadcasts. */
function lossy(draw: Draw): readonly Rule[] {
  const kind = draw.pick(['reset', 'lose', 'truncate', 'html'] as const)
  const place = draw.fraction()
  const times = draw.whole(1, 2)
  if (place < 0.4) return [{ method: 'eth_sendRawTransaction', after: draw.whole(0, 3), times, fault: { kind } }]
  if (place < 0.6) return [{ method: 'eth_getTransactionReceipt', times, fault: { kind } }]
  return place < 0.8 ? [{ after: draw.whole(0, 20), times, fault: { kind } }] : []
}

/** As a user would: the same command until every row is done. */
async function settle({ user, proxy, file }: Round): Promise<RunResult | undefined> {
  proxy.rules([])
  let last: RunResult | undefined
  for (let attempt = 0; attempt < 5 && last?.code !== 0; attempt++)
    last = await user.run(attempt === 0 ? args(file) : ['batch', 'resume', 'last', '-y', '-o', 'jsonl'], {
      rpc: proxy.url,
    })
  return last
}

/** What is wrong with a round's end, by the chain alone. */
async function judge(round: Round, last: RunResult | undefined): Promise<readonly string[]> {
  const { user, proxy, accounts, since } = round
  const wrong: string[] = []
  if (last?.code !== 0)
    wrong.push(`unsettled: exit ${last?.code} ${last?.stderr.slice(-300)}${last?.stdout.slice(-300)}`)
  const [first, second] = await Promise.all(
    accounts.map((account) => readTransactions(fixture.chain.rpc, account, { since })),
  )
  const amounts = [...(first?.swaps ?? []), ...(second?.swaps ?? [])].map(({ amountIn, ok }) => `${amountIn} ${ok}`)
  const wanted = ['11000000', '12000000', '13000000000000000', '11000000000000000', '12000000000000000']
  if (amounts.join() !== wanted.map((one) => `${one} true`).join()) wrong.push(`swaps on the chain: ${amounts}`)
  if (first?.others !== 1 || second?.others !== 0) wrong.push(`approvals: ${first?.others}, ${second?.others}`)
  const nonces = new Map<string, string>()
  for (const { raw } of proxy.handed) {
    const { from, nonce } = Transaction.from(raw)
    const before = nonces.get(`${from}:${nonce}`) ?? raw
    if (before !== raw) wrong.push(`two transactions with nonce ${nonce} of ${from}`)
    nonces.set(`${from}:${nonce}`, before)
  }
  if (nonces.size !== 6) wrong.push(`${nonces.size} transactions were handed to the endpoint`)
  const report = await user.run(['batch', 'report', '-o', 'json'])
  const states = report.code === 0 ? reportOf(report).rows.map(({ state }) => state) : [`torn: ${report.stdout}`]
  if (states.join() !== 'done,done,done,done,done') wrong.push(`report: ${states}`)
  return wrong
}

/** Four rounds at a time, each with accounts of its own. */
async function playAll<T>(cases: readonly T[], play: (one: T, pair: number) => Promise<readonly string[]>) {
  const left = [...cases]
  const wrong: string[] = []
  const work = async (pair: number): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) wrong.push(...(await play(one, pair)))
  }
  await Promise.all([0, 1, 2, 3].map(work))
  return wrong
}

const result: Record<string, number> = {}
afterAll(() => {
  if (SWAPLINE_BATCH_RESULT === undefined) return
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} × ${cpus()[0]?.model}`
  const all = { commit, machine, node: process.version, seed: Number(SWAPLINE_SEED), ...result }
  writeFileSync(SWAPLINE_BATCH_RESULT, `${JSON.stringify(all, null, 2)}\n`)
})
const timeout = 60_000 + rounds * 240_000 + randomRounds * 30_000

test('killed at each named point and run again: every row swaps once', { timeout }, async () => {
  const points = SWAPLINE_BATCH_KILLS === undefined ? stages.map((stage) => share.pick(stage)) : stages.flat()
  const cases = points.flatMap((point) => Array.from({ length: rounds }, () => point))
  const wrong = await playAll(cases, async (point, pair) => {
    const round = await createRound(pair)
    await killAt(round, point)
    return (await judge(round, await settle(round))).map((words) => `${point.name}: ${words}`)
  })
  expect(wrong).toEqual([])
  result['kills at named points'] = cases.length
})

test('killed at random behind an endpoint that loses answers: every row swaps once', { timeout }, async () => {
  const killsPerRound = 4
  const first = SWAPLINE_BATCH_RANDOM === undefined ? share.whole(0, 599) : 0
  const cases = Array.from({ length: randomRounds }, (_, i) => first + i)
  let killed = 0
  const wrong = await playAll(cases, async (i, pair) => {
    const draw = createDraw(Number(SWAPLINE_SEED), `batch/${i}`)
    const round = await createRound(pair)
    for (let n = 0; n < killsPerRound; n++) if (await killAtRandom(round, draw, n === 0 ? 20 : 60)) killed++
    return (await judge(round, await settle(round))).map((words) => `seed ${SWAPLINE_SEED}, case ${i}: ${words}`)
  })
  expect(wrong).toEqual([])
  expect(killed).toBeGreaterThan(0)
  result['random kills'] = killed
})
