/** `networks --check`, its report and `doctor` against endpoints that are well, half deployed, of another chain, stale or dead. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getRouter } from '#encoding/contracts/router'
import { sandboxGround } from '#sandbox/addresses.gen'
import { startChain } from '#sandbox/anvil/start'
import { type RpcRequest, type RpcResponse, type Rule, refuseCreation, refuseOverride } from '../chain/faults.ts'
import { startProxy } from '../chain/proxy.ts'
import { parseDocument } from '../e2e/expect-refusal.ts'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'

interface Place {
  readonly kind: string
  readonly name: string
  readonly problem: string | null
}
interface Told {
  readonly status: string
  readonly check: { readonly problem: string | null; readonly places: readonly Place[] | null }
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

async function check(
  rpc: string,
  ...more: readonly string[]
): Promise<{ readonly code: number | null; readonly told: Told }> {
  const ran = await fixture.createHostedUser().run(['networks', 'sandbox', '--check', '-o', 'json', ...more], { rpc })
  const { data } = parseDocument(ran) as { data: { networks: readonly Told[] } }
  return { code: ran.code, told: data.networks[0] as Told }
}

const wrongOf = ({ check: { places } }: Told): readonly string[] =>
  (places ?? []).flatMap(({ kind, name, problem }) => (problem === null ? [] : [`${kind} ${name}: ${problem}`]))

const forge = (method: string, result: unknown, when: (request: RpcRequest) => boolean = () => true): Rule => ({
  method,
  when,
  fault: { kind: 'forge', answer: (real: RpcResponse) => ({ ...real, result }) },
})
const isCodeOf = (address: string) => (request: RpcRequest) =>
  String(request.params[0]).toLowerCase() === address.toLowerCase()

test('a chain as its entry states it', async () => {
  const { code, told } = await check(fixture.chain.url)
  expect({ code, status: told.status, wrong: wrongOf(told) }).toEqual({ code: 0, status: 'ready', wrong: [] })
  const kinds = new Set(told.check.places?.map(({ kind }) => kind))
  expect([...kinds].toSorted(byText)).toEqual(['deployer', 'factory', 'fees', 'lens', 'multicall', 'token', 'wrapped'])
})

test('half of it deployed: what is missing, and a token with other decimals', async () => {
  const { USDT, DAI } = sandboxGround.tokens
  const proxy = await fixture.addProxy([
    forge('eth_getCode', '0x', isCodeOf(sandboxGround.factories['uniswap-v3'])),
    forge('eth_getCode', '0x', isCodeOf(DAI.address)),
  ])
  const { code, told } = await check(proxy.url)
  expect(code).toBe(16)
  expect(wrongOf(told)).toEqual(['token DAI: no contract there', 'factory uniswap-v3: no contract there'])
  // a contract that answers 7 to everything in the place of a token
  const before = await fixture.chain.rpc('eth_getCode', USDT.address, 'latest')
  await fixture.chain.rpc('anvil_setCode', USDT.address, '0x600760005260206000f3')
  const lied = await check(fixture.chain.url)
  expect([lied.code, wrongOf(lied.told)]).toEqual([16, ['token USDT: 7 decimals, 6 expected']])
  await fixture.chain.rpc('anvil_setCode', USDT.address, before)
})

test('contracts that are there and answer as something else', async () => {
  const { factories, tokens } = sandboxGround
  const replaced = [factories['uniswap-v2'], tokens.WETH.address]
  const before = await Promise.all(replaced.map((address) => fixture.chain.rpc('eth_getCode', address, 'latest')))
  for (const address of replaced) await fixture.chain.rpc('anvil_setCode', address, '0x00')
  const { code, told } = await check(fixture.chain.url)
  for (const [i, address] of replaced.entries()) await fixture.chain.rpc('anvil_setCode', address, before[i])
  expect([code, wrongOf(told)]).toEqual([
    16,
    ['wrapped wrapped ETH: it tells no decimals', 'factory uniswap-v2: it does not answer as a factory'],
  ])
})

test('an endpoint without base fees that runs no code of ours', async () => {
  const noBaseFee: Rule = {
    method: 'eth_getBlockByNumber',
    fault: {
      kind: 'forge',
      answer: (real) => ({ ...real, result: { ...(real.result as object), baseFeePerGas: undefined } }),
    },
  }
  const proxy = await fixture.addProxy([noBaseFee, refuseOverride, refuseCreation])
  const { code, told } = await check(proxy.url)
  expect([code, wrongOf(told)]).toEqual([
    16,
    [
      'fees eip-1559: blocks have no base fee',
      'lens lens: the endpoint runs no code of ours in a call: pools are read one by one',
    ],
  ])
})

test('an endpoint whose head is an hour old, and one of a chain that has nothing of its entry', async () => {
  const chain = await startChain({ chainId: 10, router: false })
  const old = await startProxy(chain.url, [
    forge('web3_clientVersion', 'Geth/v1.14.12'), // development nodes may be of any age
    {
      method: 'eth_getBlockByNumber',
      fault: {
        kind: 'forge',
        answer: (real) => {
          const block = real.result as { readonly timestamp: string }
          return { ...real, result: { ...block, timestamp: `0x${(Number(block.timestamp) - 3_600).toString(16)}` } }
        },
      },
    },
  ])
  try {
    const args = ['networks', 'optimism', '--check', '-o', 'json'] as const
    const user = fixture.createHostedUser()
    const stale = await user.run(args, { rpc: old.url })
    const [of] = (parseDocument(stale) as { data: { networks: readonly Told[] } }).data.networks
    expect(stale.code).toBe(16)
    expect(of).toMatchObject({ check: { headAgeSec: expect.any(Number), places: null } })
    expect(of?.check.problem).toMatch(/old|behind/)
    expect(await diagnose(old.url, 'optimism')).toMatchObject({
      code: 16,
      endpoint: { level: 'problem', message: expect.stringMatching(/old|behind/) },
      entry: undefined,
    })
    const empty = await user.run(args, { rpc: chain.url })
    const [seen] = (parseDocument(empty) as { data: { networks: readonly Told[] } }).data.networks
    expect(empty.code).toBe(16)
    const wrong = seen === undefined ? [] : wrongOf(seen)
    expect(wrong).toContain('l1-oracle l1-oracle: no contract there')
    expect(wrong).toContain('factory uniswap-v3: no contract there')
  } finally {
    await old.close()
    await chain.stop()
  }
})

interface Finding {
  readonly check: string
  readonly level: string
  readonly message: string
}

/** What doctor says of endpoint, entry and router of a network. */
async function diagnose(rpc: string, network = 'sandbox') {
  const ran = await fixture.createHostedUser().run(['doctor', '-o', 'json'], { rpc, network })
  const { data } = parseDocument(ran) as { data: { findings: readonly Finding[] } }
  const find = (check: string) => data.findings.find((one) => one.check === check)
  return { code: ran.code, endpoint: find('endpoint'), entry: find('entry'), router: find('router') }
}

describe('doctor says it as well', () => {
  const wrong = (words: RegExp) => ({ level: 'problem', message: expect.stringMatching(words) })

  test('of a healthy endpoint', async () => {
    expect(await diagnose(fixture.chain.url)).toMatchObject({
      code: 0,
      endpoint: { level: 'ok', message: expect.stringContaining('chain 31337') },
      entry: { level: 'ok', message: expect.stringMatching(/^(\d+) of \1 contracts are as the entry states$/) },
      router: { level: 'ok' },
    })
  })

  test('of a half deployed one', async () => {
    const { url } = await fixture.addProxy([forge('eth_getCode', '0x', isCodeOf(sandboxGround.tokens.DAI.address))])
    expect(await diagnose(url)).toMatchObject({
      code: 16,
      endpoint: { level: 'ok' },
      entry: wrong(/but not DAI \(no contract there\)/),
    })
  })

  test('of one without our router, which is no fault', async () => {
    const { address } = getRouter({ router: 'cancun' })
    const { url } = await fixture.addProxy([forge('eth_getCode', '0x', isCodeOf(address))])
    expect(await diagnose(url)).toMatchObject({ code: 0, entry: { level: 'ok' }, router: { level: 'note' } })
  })

  test('of another chain, and of a dead one', async () => {
    const { url } = await fixture.addProxy([forge('eth_chainId', '0x1')])
    expect(await diagnose(url)).toMatchObject({
      code: 16,
      endpoint: wrong(/chain/),
      entry: undefined,
      router: undefined,
    })
    expect(await diagnose('http://127.0.0.1:9')).toMatchObject({
      code: 16,
      endpoint: wrong(/127\.0\.0\.1:9/),
      entry: undefined,
      router: undefined,
    })
  })
})

test('another chain, and no answer', async () => {
  const other = await fixture.addProxy([forge('eth_chainId', '0x1')])
  const seen = await check(other.url)
  expect([seen.code, seen.told.check.places]).toEqual([16, null])
  expect(seen.told.check.problem).toMatch(/chain/)
  const dead = await check('http://127.0.0.1:9')
  expect([dead.code, dead.told.check.places]).toEqual([16, null])
})

/** All that a report has: neither endpoint nor anything of this machine. */
const Text = z.string().min(1)
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Report = z.strictObject({
  program: z.literal('swapline'),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  networks: z.array(
    z.strictObject({
      name: Text,
      title: Text,
      chainId: z.int().positive(),
      type: z.literal('evm'),
      native: Text,
      closed: z.null(),
      status: z.enum(['ready', 'read-only', 'no-rpc']),
      sources: z.array(Text),
      unproven: z.array(Text),
      bridges: z.array(Text),
      check: z.strictObject({
        latencyMs: z.int().nonnegative(),
        head: z.int().nonnegative(),
        headAgeSec: z.int(),
        chainIdOk: z.boolean(),
        routerCode: z.boolean(),
        contracts: z.array(z.strictObject({ name: Text, address: Address, code: z.boolean() })),
        eip1559: z.boolean(),
        places: z.array(
          z.strictObject({ kind: Text, name: Text, address: Address.nullable(), problem: z.string().nullable() }),
        ),
        problem: z.null(),
      }),
    }),
  ),
})

test('a report names what was found and no endpoint, and replaces no file', async () => {
  const user = fixture.createHostedUser()
  const path = join(user.home, 'report.json')
  const args = ['networks', 'sandbox', '--report', path, '-o', 'json']
  expect((await user.run(args)).code).toBe(0)
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain('127.0.0.1')
  const report = JSON.parse(text)
  expect(Report.safeParse(report).error?.issues ?? []).toEqual([])
  expect(report).toMatchObject({ program: 'swapline', networks: [{ name: 'sandbox', check: { chainIdOk: true } }] })
  expect(report.networks[0].check.places.length).toBeGreaterThan(20)
  expect((await user.run(args)).code).toBe(2)
  expect(existsSync(path)).toBe(true)
})
