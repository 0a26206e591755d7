/**
 * The answer concerns exactly what the user named: a block, a network's endpoint, a sandbox and not the chain it plays.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFailureJson, expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'

let fixture: CliFixture
let user: User

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
}, 120_000)
afterAll(() => fixture.close())

interface QuoteDocument {
  readonly id: string
  readonly network: string
}

const blockOf = ({ stdout }: RunResult): number => JSON.parse(stdout).meta.block.number

describe('a quote at a block', () => {
  const at = (block: number) => ['quote', '1', 'ETH', 'USDC', '--block', String(block)]

  test('is of that block, even after later blocks', async () => {
    const before = await user.run([...at(0).slice(0, 4), '-o', 'json'])
    const head = blockOf(before)
    parseData(await user.run(['swap', '50', 'ETH', 'USDC', '-a', 'dev1', '-y', '--max-impact', '5%', '-o', 'json']))
    const again = await user.run([...at(head), '-o', 'json'])
    expect(blockOf(again)).toBe(head)
    const amountOf = (ran: RunResult) => JSON.parse(ran.stdout).data.buy
    expect(amountOf(again)).toEqual(amountOf(before))
  })

  test('in the future is refused, with the head', async () => {
    const head = Number(await fixture.chain.rpc<string>('eth_blockNumber'))
    await expectRefusal(user, at(999_999), {
      code: 'BLOCK_NOT_AVAILABLE',
      says: ['999999', `its head is ${head}`, '--block'],
    })
    const ran = await user.run([...at(head + 1), '-o', 'json'])
    expect(ran.code).toBe(6)
  })

  test('whose state the node has dropped is refused, with a remedy', async () => {
    const block = 3
    const { url: rpc } = await fixture.addProxy([
      {
        when: ({ method, params }) => method === 'eth_call' && params[1] === '0x3',
        fault: { kind: 'error', code: -32000, message: 'missing trie node 1234 (path )' },
      },
    ])
    const wanted = { code: 'BLOCK_NOT_AVAILABLE', says: ['block 3', 'missing trie node', 'old states'] } as const
    await expectRefusal(user, at(block), wanted, { rpc })
    expect((await user.run(at(block).slice(0, 4), { rpc })).code).toBe(0)
  })
})

describe('a network named by an argument', () => {
  test('uses the given endpoint, even if another network is configured', async () => {
    const env = { SWAPLINE_NETWORK: 'base' }
    const args = ['networks', 'sandbox', '--check', '--rpc-url', fixture.chain.url, '-o', 'json']
    const { networks } = parseData<{ networks: { check: { rpc: string; chainIdOk: boolean } }[] }>(
      await user.run(args, { network: false, env }),
    )
    expect(networks).toHaveLength(1)
    expect(networks[0]?.check).toMatchObject({ rpc: new URL(fixture.chain.url).host, chainIdOk: true })
  })
})

describe('a sandbox that plays base', () => {
  let player: User
  const run = (...args: readonly string[]) => player.run(args, { network: false })
  const json = (...args: readonly string[]) => run(...args, '-o', 'json')
  const quote = ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox-base']
  /** The command after the label, as a screen proposes it. */
  const hinted = ({ stdout }: RunResult, word: string): readonly string[] => {
    const [, command] = new RegExp(`^ *${word} +swapline (.+)$`, 'm').exec(stdout) ?? []
    if (command === undefined) throw new Error(`no ${word} in ${stdout}`)
    return command.split(' ')
  }

  beforeAll(() => {
    player = fixture.createHostedUser()
  })
  afterAll(async () => {
    await run('sandbox', 'down', '--as', 'base')
    await run('sandbox', 'down')
  })

  test('every command that the screens propose works, from the first to a confirmed swap', async () => {
    const up = await run('sandbox', 'up', '--as', 'base')
    expect({ code: up.code, stderr: up.stderr }).toEqual({ code: 0, stderr: '' })
    const next = hinted(up, 'Next')
    expect(next).toEqual(['quote', '10', 'ETH', 'USDC', '-n', 'sandbox-base'])
    const quoted = await run(...next)
    expect(quoted.code).toBe(0)
    const swapped = parseData<{ stage: string; network: string }>(await json(...hinted(quoted, 'Next'), '-y'))
    expect(swapped).toMatchObject({ stage: 'confirmed', network: 'sandbox-base', chainId: 8453 })

    const status = await run('sandbox', 'status')
    expect(hinted(status, 'Trade')).toEqual(next)
    expect(hinted(status, 'End')).toEqual(['sandbox', 'down', '--as', 'base'])
    const { running, sandbox } = parseData<{ running: { network: string }[]; sandbox: unknown }>(
      await json('sandbox', 'status'),
    )
    expect([running.map(({ network }) => network), sandbox]).toEqual([['sandbox-base'], null])
    expect((await run('networks')).stdout).toMatch(/sandbox-base +8453 /)
    expect((await run('networks', 'sandbox-base')).stdout).toContain((running[0] as unknown as { url: string }).url)
  }, 240_000)

  test('is not selected by -n base, which uses the endpoints of base', async () => {
    const { url: rpc, posts } = await fixture.addProxy([])
    const real = await player.run(['quote', '1', 'ETH', 'USDC', '-n', 'base', '--rpc-url', rpc, '-o', 'json'], {
      network: false,
    })
    // The endpoint given for base is of another chain, and was contacted.
    expect(expectFailureJson(real, { code: 'WRONG_CHAIN' })).toBeDefined()
    expect(posts.flat().length).toBeGreaterThan(0)
    const byChainId = await json('quote', '1', 'ETH', 'USDC', '-n', '8453', '--rpc-url', rpc)
    expect(expectFailureJson(byChainId, { code: 'WRONG_CHAIN' })).toBeDefined()
  })

  test('has the development accounts, and base has none', async () => {
    const { networks } = parseData<{ networks: { name: string }[] }>(await json('networks'))
    expect(networks.map(({ name }) => name)).toContain('sandbox-base')
    const balances = parseData<{ owner: string }>(await json('balances', '-n', 'sandbox-base', '-a', 'dev2'))
    expect(balances.owner).toBe('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    const asReal = await json('swap', '1', 'ETH', 'USDC', '-n', 'base', '-a', 'dev0', '-y')
    expect(expectFailureJson(asReal, { code: 'ACCOUNT_NOT_FOUND' })).toBeDefined()
  })

  test('accepts no endpoint, which could be the real chain’s, and ignores one in a variable', async () => {
    const { url: rpc, posts } = await fixture.addProxy([])
    const given = await json(...quote, '--rpc-url', rpc)
    expect(expectFailureJson(given, { code: 'USAGE', says: ['--rpc-url'] })).toBeDefined()
    const env = { SWAPLINE_RPC_URL: rpc, ETH_RPC_URL: rpc }
    expect((await player.run(quote, { network: false, env })).code).toBe(0)
    expect(posts).toEqual([])
  })

  test('keeps its quotes: a flag that names another network is refused', async () => {
    const { id } = parseData<QuoteDocument>(await json(...quote))
    const other = await json('swap', id, '-y', '-n', 'base')
    expectFailureJson(other, { code: 'QUOTE_NETWORK_DIFFERS', says: ['sandbox-base', 'network is base'] })
    expectFailureJson(await json('approve', 'last', '-y', '-n', 'base'), { code: 'QUOTE_NETWORK_DIFFERS' })
    const swapped = await player.run(['swap', 'last', '-y', '-o', 'json'], {
      network: false,
      env: { SWAPLINE_NETWORK: 'sandbox-base' },
    })
    expect(parseData<{ quoteId: string }>(swapped).quoteId).toBe(id)
  })

  test('has nothing signed by a user’s own key, as that would be valid on base too', async () => {
    const env = { SWAPLINE_PASSWORD: 'a password' }
    const made = await player.run(['wallet', 'new', 'mine', '-o', 'json'], { network: false, env })
    const { address } = parseData<{ address: string }>(made)
    parseData(await json('sandbox', 'fund', address, '--as', 'base'))
    for (const args of [
      ['swap', '1', 'ETH', 'USDC', '-n', 'sandbox-base', '-a', 'mine', '-y', '-o', 'json'],
      ['approve', 'USDC', '1', '-n', 'sandbox-base', '-a', 'mine', '-y', '-o', 'json'],
      ['approve', 'USDC', '1', '--permit', '-n', 'sandbox-base', '-a', 'mine', '-y', '-o', 'json'],
    ])
      expectFailureJson(await player.run(args, { network: false, env }), {
        code: 'ACCOUNT_NOT_FOR_SANDBOX',
        says: ['dev0'],
      })
    // If no account is named, a development account still trades.
    const chosen = await player.run([...quote, '-o', 'json'], { network: false, env })
    const swap = ['swap', parseData<QuoteDocument>(chosen).id, '-n', 'sandbox-base', '-y', '-o', 'json']
    expect(parseData<{ stage: string }>(await player.run(swap, { network: false, env })).stage).toBe('confirmed')
  })

  test('once stopped, is required by its own name and not replaced by another', async () => {
    parseData(await json(...quote))
    parseData(await json('sandbox', 'down', '--as', 'base'))
    const { url: rpc, posts } = await fixture.addProxy([])
    const wanted = { code: 'SANDBOX_NOT_RUNNING', says: ['plays base', 'swapline sandbox up --as base'] } as const
    const env = { SWAPLINE_RPC_URL: rpc, SWAPLINE_RPC_URL_BASE: rpc, ETH_RPC_URL: rpc }
    for (const args of [['swap', 'last', '-y', '-n', 'sandbox-base'], quote, ['networks', 'sandbox-base']])
      expectFailureJson(await player.run([...args, '-o', 'json'], { network: false, env }), wanted)
    expect(posts).toEqual([])
  })
})

test('a swap whose result cannot be written to a full disk happened, and says where to look', async () => {
  const command = `${process.execPath} "$BIN" swap 1 ETH USDC -a dev2 -y -o json`
  const place = `-n sandbox --rpc-url ${fixture.chain.url}`
  const ran = await user.shell(`${command} ${place} >/dev/full`)
  expect(ran.code).toBe(74)
  expect(ran.stderr).not.toMatch(/^\s+at /m)
  const [, id = ''] = /swapline status (\S+)/.exec(ran.stderr) ?? []
  expect(ran.stderr).not.toContain('Nothing was sent')
  expect(ran.stderr).toContain('do not swap again')
  expect(parseData<{ stage: string; swapId: string }>(await user.run(['status', id, '-o', 'json']))).toMatchObject({
    stage: 'confirmed',
    swapId: id,
  })
  expect(await fixture.countSentBy('dev2')).toBe(1)
})
