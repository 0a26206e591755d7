/** Files from a machine that builds and sends to one that signs, and back. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, findDevAddress, type RunResult, startCliFixture, type User } from './fixture.ts'

let cli: CliFixture
/** Has no key of the account. */
let online: User
/** Has no endpoint that answers. */
let offline: User
beforeAll(async () => {
  cli = await startCliFixture()
  online = cli.createHostedUser()
  offline = cli.createHostedUser()
}, 120_000)
afterAll(() => cli.close())

const dataOf = ({ stdout }: RunResult) => JSON.parse(stdout).data
const errorOf = ({ stdout, code }: RunResult) => ({ code, error: JSON.parse(stdout).error?.code })
const signOffline = (args: readonly string[]) =>
  offline.run(['tx', 'sign', ...args, '-o', 'json'], { rpc: 'http://127.0.0.1:1' })

test('a swap of a watched account is built, signed and sent in three commands', async () => {
  const [unsigned, signed] = [join(online.home, 'unsigned.json'), join(offline.home, 'signed.json')]
  const from = findDevAddress('dev2')
  const build = ['tx', 'build', '2', 'ETH', 'USDC', '--from-address', from, '--out', unsigned, '-o', 'json']
  const built = await online.run(build)
  expect(built.code, built.stdout).toBe(0)
  expect(statSync(unsigned).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(unsigned, 'utf8'))).toEqual(dataOf(built).document)
  expect(errorOf(await online.run(build))).toEqual({ code: 2, error: 'USAGE' }) // a file is never replaced

  expect(errorOf(await signOffline([unsigned, '--out', signed]))).toMatchObject({ error: 'CONFIRM_NEEDED' })
  const said = await signOffline([unsigned, '--out', signed, '-y'])
  expect(said.code, said.stdout).toBe(0)
  expect(said.stderr).toContain('  Unknown   without a network: the price, the balance, and the code of the')
  expect(await cli.countSentBy('dev2')).toBe(0)

  const sent = await online.run(['tx', 'send', signed, '-o', 'json'])
  expect(sent.code, sent.stdout).toBe(0)
  const { terms } = dataOf(built).document
  expect(dataOf(sent)).toMatchObject({ stage: 'confirmed', bought: { raw: terms.quotedOut } })
  expect(errorOf(await online.run(['tx', 'send', signed, '-o', 'json'])).code).toBe(0)
  expect(await cli.countSentBy('dev2')).toBe(1)
}, 120_000)

test('an approval, and then the sale of a token', async () => {
  const approval = ['approve', 'USDC', '100', '--build-only', '-a', 'dev3', '-o', 'json']
  const swap = ['swap', '100', 'USDC', 'DAI', '--build-only', '-a', 'dev3', '-o', 'json']
  const refused = JSON.parse((await online.run(swap)).stdout).error
  expect(refused.fix[0]).toMatch(/^swapline approve [0-9a-f-]{36} --build-only$/)
  for (const [command, name] of [
    [approval, 'approval.json'],
    [swap, 'swap.json'],
  ] as const) {
    const built = await online.run([...command, '--out', join(online.home, name)])
    expect(built.code, built.stdout).toBe(0)
    const signed = await signOffline([join(online.home, name), '--out', join(offline.home, name), '-y'])
    expect(signed.code, signed.stdout).toBe(0)
    const sent = await online.run(['tx', 'send', join(offline.home, name), '-o', 'json'])
    expect(sent.code, sent.stdout).toBe(0)
  }
  expect(await cli.countSentBy('dev3')).toBe(2)
}, 120_000)

test('--sign-only sends nothing, and nothing but tx send does', async () => {
  const file = join(online.home, 'sign-only.json')
  const signed = await online.run([
    'swap',
    '1',
    'ETH',
    'DAI',
    '--sign-only',
    '--out',
    file,
    '-a',
    'dev4',
    '-y',
    '-o',
    'json',
  ])
  expect(signed.code, signed.stdout).toBe(0)
  const watched = await online.run(['status', 'last', '--watch', '--timeout', '2s', '-o', 'json'])
  expect(errorOf(watched)).toEqual({ code: 13, error: 'OUTCOME_UNKNOWN' })
  expect(await cli.countSentBy('dev4')).toBe(0)
  const sent = await online.run(['tx', 'send', file, '-o', 'json'])
  expect([sent.code, dataOf(sent)?.stage]).toEqual([0, 'confirmed'])
  expect(await cli.countSentBy('dev4')).toBe(1)
}, 120_000)

test('a file that was changed is refused, with what was changed', async () => {
  const file = join(online.home, 'changed.json')
  await online.run(['tx', 'build', '1', 'ETH', 'DAI', '-a', 'dev5', '--out', file])
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const write = (change: object) => writeFileSync(file, JSON.stringify({ ...document, ...change }))
  write({ terms: { ...document.terms, minimumOut: '1' } })
  const { error } = JSON.parse((await signOffline([file, '-y'])).stdout)
  expect([error.code, error.exitCode, error.sent]).toEqual(['PAYLOAD_MISMATCH', 1, false])
  expect(error.message).toContain('minOut')
  for (const change of [{ more: 1 }, { step: 'deploy' }, { transaction: { ...document.transaction, nonce: -1 } }]) {
    write(change)
    expect(errorOf(await signOffline([file, '-y']))).toEqual({ code: 2, error: 'USAGE' })
  }
}, 120_000)

test('if what is signed and held would fail now, simulate names it, and no second swap', async () => {
  const [unsigned, signed] = [join(online.home, 'held-unsigned.json'), join(offline.home, 'held-signed.json')]
  const built = await online.run(['tx', 'build', '1', 'ETH', 'DAI', '-a', 'dev7', '--out', unsigned, '-o', 'json'])
  expect(built.code, built.stdout).toBe(0)
  const { document } = dataOf(await signOffline([unsigned, '--out', signed, '-y']))
  const dai = document.unsigned.terms.buy.address
  const code = await cli.chain.rpc('eth_getCode', dai, 'latest')
  await cli.chain.rpc('anvil_setCode', dai, '0x5f5ffd')
  try {
    const remedyOf = async (file: string) => dataOf(await online.run(['simulate', file, '-o', 'json'])).revert.remedy
    const remedy: readonly string[] = await remedyOf(signed)
    expect(remedy.slice(0, 2)).toEqual([
      `swapline status ${document.hash} -n sandbox`,
      'it may be signed already: never swap again before that has ended',
    ])
    expect(remedy.filter((one) => one.startsWith('swapline swap'))).toEqual([])
    expect(await remedyOf(unsigned)).toContainEqual(expect.stringMatching(/^swapline swap 1 ETH DAI /))
  } finally {
    await cli.chain.rpc('anvil_setCode', dai, code)
  }
  const { stdout } = await offline.run(['status', document.hash], { rpc: cli.chain.url })
  expect(stdout.replace(/\s+/g, ' ')).toContain('may have been sent from anywhere: only `swapline tx send` with it')
}, 120_000)

test('without a simulation only after typing what is sold, or by a flag', async () => {
  const swap = ['swap', '1', 'ETH', 'DAI', '--no-simulate', '-a', 'dev6', '-y', '-o', 'json']
  expect(errorOf(await online.run(swap))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  expect(await cli.countSentBy('dev6')).toBe(0)
  const sent = await online.run([...swap, '--allow-unsimulated'])
  expect(sent.code, sent.stdout).toBe(0)
  expect(await cli.countSentBy('dev6')).toBe(1)
}, 120_000)

test('the spend policy of the signing machine binds it, swap and approval alike', async () => {
  const careful = cli.createHostedUser()
  const before = await cli.countSentBy('dev4')
  const sure = ['-y', '--allow-policy-change']
  for (const rule of [
    ['per-tx', 'USDC', '50'],
    ['per-day', 'ETH', '1'],
  ])
    expect(await careful.run(['policy', 'set', ...rule, ...sure])).toMatchObject({ code: 0 })
  const sign = async (name: string, ...trade: readonly string[]) => {
    const [unsigned, signed] = [join(online.home, `${name}-unsigned.json`), join(careful.home, `${name}-signed.json`)]
    const built = await online.run([...trade, '--build-only', '-a', 'dev4', '--out', unsigned, '-o', 'json'])
    expect(built.code, built.stdout).toBe(0)
    const args = ['tx', 'sign', unsigned, '--out', signed, '-y', '-o', 'json']
    return errorOf(await careful.run(args, { rpc: 'http://127.0.0.1:1' }))
  }
  expect(await sign('approval', 'approve', 'USDC', '60')).toEqual({ code: 10, error: 'POLICY_VIOLATED' })
  expect(await sign('swap', 'swap', '2', 'ETH', 'DAI')).toEqual({ code: 10, error: 'POLICY_VIOLATED' })
  expect(await sign('small', 'swap', '0.7', 'ETH', 'DAI')).toEqual({ code: 0, error: undefined })
  // what was signed counts as spent, sent or not; of those with one nonce the largest, as one of them can be mined
  expect(await sign('again', 'swap', '0.5', 'ETH', 'DAI')).toEqual({ code: 0, error: undefined })
  expect(await sign('larger', 'swap', '1.1', 'ETH', 'DAI')).toEqual({ code: 10, error: 'POLICY_VIOLATED' })
  const next = ['swap', '0.5', 'ETH', 'DAI', '--nonce', String(before + 1)] as const
  expect(await sign('more', ...next)).toEqual({ code: 10, error: 'POLICY_VIOLATED' })
  expect(await cli.countSentBy('dev4')).toBe(before)
}, 120_000)
