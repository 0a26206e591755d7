/** Output for machines: documents against their published schemas, single values, and closed streams. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { getAddress } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adapters } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'
import { expectFailureJson, parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'

let fixture: CliFixture
let user: User

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const quote = ['quote', '1', 'ETH', 'USDC']

/** The errors of a document against a JSON Schema; empty if it fits. */
function expectMisfits(schema: AnySchema, document: unknown): readonly unknown[] {
  const validate = new Ajv2020({ validateFormats: false, strict: false, allErrors: true }).compile(schema)
  return validate(document) === true ? [] : (validate.errors ?? [])
}

const schemaOf = async (...subject: readonly string[]): Promise<AnySchema> =>
  parseData(await user.run(['schema', ...subject, '-o', 'json']))

test('every answer matches the document of `schema`', async () => {
  const ask = async (...args: readonly string[]): Promise<unknown> => {
    const ran = await user.run([...args, '-o', 'json'])
    expect({ code: ran.code, stderr: ran.code === 0 ? '' : ran.stderr }).toEqual({ code: 0, stderr: '' })
    return parseDocument(ran)
  }
  const documents: [string, unknown][] = [
    ['quote', await ask(...quote)],
    ['distributions', await ask('distributions', 'last')],
    ['swap', await ask('swap', '0.1', 'ETH', 'USDC', '--dry-run')],
    ['swap', await ask('swap', '20', 'USDC', 'ETH', '-y')],
    ['status', await ask('status', 'last')],
    ['approve', await ask('approve', 'DAI', '1', '-y')],
    ['allowances', await ask('allowances')],
    ['revoke', await ask('revoke', 'DAI', '-y')],
    ['balances', await ask('balances')],
    ['networks', await ask('networks')],
    ['networks', await ask('networks', 'sandbox', '--check')],
    ['networks-index', await ask('networks', 'index')],
    ['router-deploy', await ask('router', 'deploy', '-y')],
    ['router-verify', await ask('router', 'verify')],
  ]
  for (const [name, document] of documents)
    expect([name, expectMisfits(await schemaOf(name), document)]).toEqual([name, []])
  const [, first] = documents[0] ?? []
  expect(expectMisfits(await schemaOf('quote'), { ...(first as object), data: {} })).not.toEqual([])
}, 240_000)

test('a check states each contract’s address and that it is deployed', async () => {
  const places = [getRouter({ router: 'cancun' }), ...adapters].map(({ address }) => getAddress(address))
  const asked = ['networks', 'sandbox', '--check']
  const { stdout } = await user.run(asked)
  for (const place of places) expect(stdout).toContain(`${place} ✔ our code`)
  const { networks } = parseData<{ networks: readonly [object] }>(await user.run([...asked, '-o', 'json']))
  const contracts = places.map((address) => ({ address, code: true }))
  expect(networks[0]).toMatchObject({ status: 'ready', check: { routerCode: true, contracts } })
  expect(parseDocument(await user.run([...asked, '-o', 'api']))).toMatchObject([{ targetAddress: places[0] }])
  const deployed = parseData(await user.run(['router', 'deploy', '-y', '-o', 'json']))
  const adapterPlaces = places.slice(1).map((address) => ({ address, deployed: false }))
  expect(deployed).toMatchObject({ address: places[0], deployed: false, adapters: adapterPlaces })
})

test('a failure matches the document of `schema failure`', async () => {
  const ran = await user.run(['quote', '0', 'ETH', 'USDC', '-o', 'json'])
  expect(expectMisfits(await schemaOf('failure'), parseDocument(ran))).toEqual([])
})

test('-o api is the body of the HTTP API', async () => {
  const schema: AnySchema = JSON.parse(readFileSync(join(import.meta.dirname, 'quote-body.data.json'), 'utf8'))
  for (const more of [[], ['--from-address', '0x000000000000000000000000000000000000dEaD'], ['--slippage', '30bps']]) {
    const body = parseDocument(await user.run([...quote, ...more, '-o', 'api'])) as Record<string, unknown>
    expect(expectMisfits(schema, body)).toEqual([])
    expect(body['quote-id']).toBe(body['id'])
    expect(body['toTokenAmount']).toBe(body['amountOut'])
    expect(expectMisfits(schema, { ...body, amountOut: 1 })).not.toEqual([])
  }
  const refused = await user.run(['quote', '1', 'ETH', 'ETH', '-o', 'api'])
  expect(refused.code).toBe(2)
  expect(parseDocument(refused)).toMatchObject({ code: 1005 })
  const swap = await user.run(['swap', '1', 'ETH', 'USDC', '-y', '-o', 'api'])
  expect([swap.code, await fixture.countSentBy('dev9')]).toEqual([2, 0])
})

test('--get prints one value and nothing else', async () => {
  const ran = await user.run([...quote, '--get', 'data.buy.raw'])
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: '' })
  expect((await user.run([...quote, '--get', 'data.nothing'])).code).toBe(2)
})

test('amounts are plain digits, addresses checksummed, times UTC', async () => {
  const data = parseData<Record<string, never>>(await user.run([...quote, '-o', 'json']))
  const text = JSON.stringify(data)
  for (const address of text.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? [])
    expect(address === address.toLowerCase() && /[a-f]/.test(address)).toBe(false)
  expect(text).not.toMatch(/\d[eE][+-]?\d+[,}]/)
  expect(data).toMatchObject({ createdAt: expect.stringMatching(/Z$/), expiresAt: expect.stringMatching(/Z$/) })
})

test('a closed stdout does not fail the command or stop the swap', async () => {
  const close = async (args: readonly string[]): Promise<RunResult> => {
    const { child, ended } = await user.start(args)
    child.stdout?.destroy()
    return ended
  }
  const runs = await Promise.all([close(quote), close([...quote, '-o', 'json'])])
  for (const { code, stderr } of runs) expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const before = await fixture.countSentBy('dev8')
  expect((await close(['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev8', '-o', 'json'])).code).toBe(0)
  expect(await fixture.countSentBy('dev8')).toBe(before + 1)
})

test('a format that a command lacks is refused before anything is done', async () => {
  expectFailureJson(await user.run(['nothing', '-o', 'json']), { code: 'USAGE', sent: 'unasked' })
  const ran = await user.run(['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev7', '-o', 'csv'])
  expect([ran.code, await fixture.countSentBy('dev7')]).toEqual([2, 0])
})
