/** `networks --check` and its report against endpoints that are well, half deployed, of another chain, stale or dead. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
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
}, 60_000)
afterAll(() => fixture.close())

async function check(
  rpc: string,
  ...more: readonly string[]
): Promise<{ readonly code: number | null; readonly told: Told }> {
  const ran = await fixture.createUser().run(['networks', 'sandbox', '--check', '-o', 'json', ...more], { rpc })
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
  expect([...kinds].toSorted(byText)).toEqual(['deployer', 'factory', 'multicall', 'token', 'wrapped'])
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

test('doctor says it as well', async () => {
  const proxy = await fixture.addProxy([forge('eth_getCode', '0x', isCodeOf(sandboxGround.tokens.DAI.address))])
  const ran = await fixture.createUser().run(['doctor', '-n', 'sandbox', '-o', 'json'], { rpc: proxy.url })
  expect(ran.code).toBe(16)
  const { data } = parseDocument(ran) as { data: { findings: { check: string; level: string; message: string }[] } }
  const [found] = data.findings.filter((one) => one.check === 'entry')
  expect(found).toMatchObject({ level: 'problem', message: expect.stringContaining('but not DAI (no contract there)') })
})

test('another chain, and no answer', async () => {
  const other = await fixture.addProxy([forge('eth_chainId', '0x1')])
  const seen = await check(other.url)
  expect([seen.code, seen.told.check.places]).toEqual([16, null])
  expect(seen.told.check.problem).toMatch(/chain/)
  const dead = await check('http://127.0.0.1:9')
  expect([dead.code, dead.told.check.places]).toEqual([16, null])
})

test('a report names what was found and no endpoint, and replaces no file', async () => {
  const user = fixture.createUser()
  const path = join(user.home, 'report.json')
  const args = ['networks', 'sandbox', '--report', path, '-o', 'json']
  expect((await user.run(args)).code).toBe(0)
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain('127.0.0.1')
  const report = JSON.parse(text)
  expect(report).toMatchObject({ program: 'swapline', networks: [{ name: 'sandbox', check: { chainIdOk: true } }] })
  expect(report.networks[0].check.places.length).toBeGreaterThan(20)
  expect((await user.run(args)).code).toBe(2)
  expect(existsSync(path)).toBe(true)
})
