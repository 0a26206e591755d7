/** Quotes and swap ids are used once, by any number of concurrent processes; approvals are exact. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteId, seconds } from '#domain/units'
import { createQuoteStore } from '#store/service/quote-store'
import { openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { expectFailureJson, expectFailureScreen, expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'

interface Swap {
  readonly stage: string
  readonly swapId: string
  readonly tx: { readonly hash: string; readonly nonce: number }
}

let fixture: CliFixture
let user: User

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  await user.run(['quote', '0.01', 'ETH', 'USDC'])
})
afterAll(() => fixture.close())

async function requestQuote(account: string, ...more: readonly string[]): Promise<string> {
  const ran = await user.run(['quote', '0.01', 'ETH', 'USDC', '-a', account, '--get', 'data.id', ...more])
  expect(ran.code).toBe(0)
  return ran.stdout.trim()
}

/** Quotes in the form of the store, derived from the newest one. */
async function store(
  ...changes: readonly { readonly id?: string; readonly age?: number }[]
): Promise<readonly string[]> {
  const path = join(user.state, 'swapline.db')
  const database = openOnce({ path })
  const quotes = createQuoteStore({ sql: sqliteSql({ path, database }) })
  try {
    const { quote } = await quotes.get('last')
    const ids = changes.map(({ id = randomUUID() }) => quoteId(id))
    for (const [i, { age = 0 }] of changes.entries()) {
      const [createdAt, expiresAt] = [seconds(quote.createdAt - age), seconds(quote.expiresAt - age)]
      await quotes.put({ ...quote, id: ids[i] ?? quote.id, createdAt, expiresAt })
    }
    return ids
  } finally {
    ;(await database()).close()
  }
}

describe('a quote', () => {
  test('that is unknown, in each command', async () => {
    const wanted = { code: 'QUOTE_NOT_FOUND', says: ['deadbeef', 'swapline quote'] } as const
    const commands = [
      ['swap', 'deadbeef', '-y'],
      ['approve', 'deadbeef', '-y'],
      ['distributions', 'deadbeef'],
    ]
    await Promise.all(commands.map((args) => expectRefusal(user, args, wanted)))
    await expectRefusal(user, ['status', 'deadbeef'], { code: 'SWAP_NOT_FOUND' })
    await expectRefusal(user, ['distributions', 'xyz'], { code: 'INVALID_QUOTE_ID' })
  })

  test('with an ambiguous prefix', async () => {
    await store({ id: 'abcdef01-0000-4000-8000-000000000001' }, { id: 'abcdef01-0000-4000-8000-000000000002' })
    const wanted = { code: 'QUOTE_AMBIGUOUS', says: ['prefix of 2 quote ids', 'more characters'] } as const
    await Promise.all(
      [
        ['swap', 'abcdef01', '-y'],
        ['distributions', 'abcdef01'],
      ].map((args) => expectRefusal(user, args, wanted)),
    )
  })

  test('that expired: not used, but still shown', async () => {
    const [id = ''] = await store({ age: 341 })
    const says = [/expired \d+ seconds ago/, 'swapline quote 0.01 ETH USDC -n sandbox']
    for (const args of [
      ['swap', id, '-y'],
      ['swap', id, '--dry-run'],
      ['approve', id, '-y'],
    ])
      await expectRefusal(user, args, { code: 'QUOTE_EXPIRED', says })
    expect((await user.run(['distributions', id])).code).toBe(0)
  })

  test('of another account', async () => {
    const id = await requestQuote('dev1')
    await expectRefusal(user, ['swap', id, '-y', '-a', 'dev2'], {
      code: 'ACCOUNT_DIFFERS',
      says: ['the right --account'],
    })
    expect(await fixture.countSentBy('dev2')).toBe(0)
  })

  test('survives a dry run, is swapped once, and then reports the result', async () => {
    const id = await requestQuote('dev1')
    const dry = parseData<{ stage: string }>(await user.run(['swap', id, '--dry-run', '-a', 'dev1', '-o', 'json']))
    expect(dry.stage).toBe('simulated')
    expect(await fixture.countSentBy('dev1')).toBe(0)

    const done = parseData<Swap>(await user.run(['swap', id.slice(0, 8), '-y', '-a', 'dev1', '-o', 'json']))
    expect(done.stage).toBe('confirmed')
    const under = ['swap', id, '-y', '-a', 'dev1', '--id', 'anew'] as const
    const says = [
      new RegExp(
        `Quote ${id} was used before, for swap ${done.swapId}, which WAS sent\\. Mined in block \\d+, final\\.`,
      ),
      'No swap was signed under --id anew.',
      `swapline status ${done.swapId}`,
      'swapline quote 0.01 ETH USDC',
    ]
    const text = expectFailureScreen(await user.run(under), { code: 'QUOTE_CONSUMED', sent: true, says })
    expect(text).not.toContain('Nothing was sent')
    const error = expectFailureJson(await user.run([...under, '-o', 'json']), {
      code: 'QUOTE_CONSUMED',
      sent: true,
      says,
    })
    expect(error).toMatchObject({ txHash: done.tx.hash, swapId: done.swapId })
    expect(parseData<Swap>(await user.run(['status', id, '-o', 'json'])).tx.hash).toBe(done.tx.hash)
    await user.run(['swap', id, '-y', '-a', 'dev1'])
    expect(await fixture.countSentBy('dev1')).toBe(1)
  })

  test('swapped under one name, it is not swapped under another, and the first one is named', async () => {
    const id = await requestQuote('dev8')
    const swap = ['swap', id, '-y', '-a', 'dev8', '-o', 'json'] as const
    const done = parseData<Swap>(await user.run([...swap, '--id', 'first']))
    const says = [
      new RegExp(`for swap ${done.swapId} \\(--id first\\), which WAS sent`),
      /No swap was signed under --id second\./,
    ]
    const error = expectFailureJson(await user.run([...swap, '--id', 'second']), {
      ...{ code: 'QUOTE_CONSUMED', sent: true, says },
    })
    expect(error).toMatchObject({ txHash: done.tx.hash, swapId: done.swapId })
    expect(await fixture.countSentBy('dev8')).toBe(1)
  })

  test('a dry run says what it could not simulate', async () => {
    const args = ['swap', '10', 'USDT', 'ETH', '--dry-run', '--real-state', '-a', 'dev2']
    const ran = await user.run([...args, '-o', 'json'])
    expect(parseData<{ stage: string }>(ran).stage).toBe('built')
    expect(JSON.parse(ran.stdout).warnings).toMatchObject([
      { code: 'NOT_SIMULATED', message: /router may take 0 USDT/ },
    ])
    expect((await user.run(args)).stdout).toContain('NOT simulated')
  })
})

describe('concurrent processes', () => {
  const startAll = async (commands: readonly (readonly string[])[]): Promise<readonly RunResult[]> => {
    const running = await Promise.all(commands.map((words) => user.start(words)))
    return Promise.all(running.map(({ ended }) => ended))
  }
  const args = (account: string, id: string, amount = '0.01') =>
    ['swap', amount, 'ETH', 'USDC', '-y', '-a', account, '--id', id, '-o', 'json'] as const

  test('with one --id swap once and report the same', async () => {
    const runs = await startAll([1, 2, 3].map(() => args('dev3', 'one')))
    const hashes = runs.map((ran) => parseData<Swap>(ran).tx.hash)
    expect(new Set(hashes).size).toBe(1)
    expect(await fixture.countSentBy('dev3')).toBe(1)
  })

  test('with one quote: one swaps, and no other sends', async () => {
    const id = await requestQuote('dev4')
    const runs = await startAll([1, 2, 3].map(() => ['swap', id, '-y', '-a', 'dev4', '-o', 'json']))
    expect(runs.map(({ code }) => code).filter((code) => code === 0)).not.toEqual([])
    // One quote is one intent: the others report it as used, or the winner's swap at its stage then.
    for (const ran of runs.filter(({ code }) => code !== 0)) expect([8, 13]).toContain(ran.code)
    expect(await fixture.countSentBy('dev4')).toBe(1)
  })

  test('with one account and several ids: no nonce is used twice, and none lacks gas for earlier ones', async () => {
    const names = ['a', 'b', 'c', 'd']
    const runs = await startAll(names.map((name) => args('dev5', name, '1')))
    const swaps = runs.map((ran) => parseData<Swap>(ran))
    expect(swaps.map(({ stage: reached }) => reached)).toEqual(names.map(() => 'confirmed'))
    expect(swaps.map(({ tx }) => tx.nonce).sort()).toEqual([0, 1, 2, 3])
    expect(await fixture.countSentBy('dev5')).toBe(4)
  })
})

describe('an approval', () => {
  interface Approval {
    readonly action: string
    readonly before: string
    readonly after: string
    readonly txs: readonly { readonly step: string }[]
  }
  const approve = async (...words: readonly string[]) =>
    parseData<Approval>(await user.run(['approve', ...words, '-y', '-a', 'dev6', '-o', 'json']))

  test('of USDT from 5 to 1500 resets it first, is exact and is read back', async () => {
    expect(await approve('USDT', '5')).toMatchObject({ action: 'approve', before: '0', after: '5000000' })
    const second = await approve('USDT', '1500')
    expect(second).toMatchObject({ action: 'reset+approve', before: '5000000', after: '1500000000' })
    expect(second.txs.map(({ step }) => step)).toEqual(['reset', 'approve'])
    expect(await approve('USDT', '3')).toMatchObject({ action: 'none', after: '1500000000', txs: [] })
    const shown = await user.run(['balances', 'USDT', '-a', 'dev6', '--get', 'data.balances.0.allowance'])
    expect(shown.stdout).toBe('1500000000\n')
    expect(await fixture.countSentBy('dev6')).toBe(3)
  })

  test('a swap that stops after its approval says that one was sent', async () => {
    // the approval is estimated for the prompt and for its transaction
    const proxy = await fixture.addProxy([
      { method: 'eth_estimateGas', after: 2, fault: { kind: 'error', code: 3, message: 'execution reverted' } },
    ])
    const args = ['swap', '20', 'USDC', 'ETH', '-y', '-a', 'dev7', '-o', 'json']
    const error = expectFailureJson(await user.run(args, { rpc: proxy.url }), {
      code: 'ESTIMATE_GAS_FAILED',
      sent: true,
    })
    expect(error.why).toBe('The approval was sent; the swap was not.')
    expect(await fixture.countSentBy('dev7')).toBe(1)
    expect(parseData<Swap>(await user.run(args)).tx.nonce).toBe(1)
  })
})
