/** The user's own tokens: never instead of a listed one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliFixture, type RunResult, startCliFixture } from './fixture.ts'

let cli: CliFixture
beforeAll(async () => {
  cli = await startCliFixture()
}, 120_000)
afterAll(() => cli.close())

const falseUsdc = '0xBE4cf280327E305B985c4D42d30b1bbF4f6084cf'
const usdc = '0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'
const errorOf = ({ stdout, code }: RunResult) => ({ code, error: JSON.parse(stdout).error?.code })
const symbolsOf = ({ stdout }: RunResult) =>
  JSON.parse(stdout).data.tokens.map((one: { symbol: string; own: boolean }) => `${one.symbol}${one.own ? '*' : ''}`)

test('a false USDC makes the word ambiguous, and the listed one stays what it was', async () => {
  const user = cli.createHostedUser()
  const add = ['tokens', 'add', falseUsdc, '-o', 'json']
  expect(errorOf(await user.run(add))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  expect(errorOf(await user.run([...add, '-y']))).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  const added = JSON.parse((await user.run([...add, '--allow-unlisted'])).stdout)
  expect(added.data.token).toMatchObject({ symbol: 'USDC', address: falseUsdc, verified: false, own: true })
  expect(added.warnings).toEqual([{ code: 'SYMBOL_TAKEN', message: expect.stringContaining(usdc) }])

  for (const word of ['USDC', 'usdc']) {
    const refused = await user.run(['quote', '0.001', 'ETH', word, '-o', 'json'])
    expect(errorOf(refused)).toEqual({ code: 6, error: 'TOKEN_AMBIGUOUS' })
    expect(JSON.parse(refused.stdout).error.message).toContain(falseUsdc.toLowerCase())
    expect(JSON.parse(refused.stdout).error.message).toContain(usdc.toLowerCase())
  }
  const real = await user.run(['quote', '0.001', 'ETH', `USDC@${usdc}`, '-o', 'json'])
  expect(JSON.parse(real.stdout).data.buy.token).toMatchObject({ address: usdc, verified: true })
  const own = await user.run(['quote', '0.001', 'ETH', falseUsdc, '-o', 'json'])
  expect(JSON.parse(own.stdout).data.buy.token).toMatchObject({ address: falseUsdc, verified: false })
  // Confirmed when it was added: a swap does not ask again.
  expect(await user.run(['swap', '0.001', 'ETH', falseUsdc, '-y', '-a', 'dev0'])).toMatchObject({ code: 0 })

  expect(symbolsOf(await user.run(['tokens', 'list', '--own', '-o', 'json']))).toEqual(['USDC*'])
  expect(symbolsOf(await user.run(['tokens', 'search', 'usdc', '-o', 'json', '-n', 'sandbox']))).toEqual([
    'USDC',
    'USDC*',
  ])
  expect(await user.run(['tokens', 'remove', 'USDC'])).toMatchObject({ code: 0 })
  expect(await user.run(['quote', '0.001', 'ETH', 'USDC'])).toMatchObject({ code: 0 })
  expect(errorOf(await user.run(['quote', '0.001', 'ETH', falseUsdc, '-o', 'json']))).toEqual({
    code: 10,
    error: 'TOKEN_UNLISTED',
  })
}, 120_000)

test('a listed token, a wrong symbol and a contract that is no token are not added', async () => {
  const user = cli.createHostedUser()
  const add = (word: string) => user.run(['tokens', 'add', word, '--allow-unlisted', '-o', 'json'])
  expect(errorOf(await add(usdc))).toEqual({ code: 2, error: 'USAGE' })
  expect(errorOf(await add('USDC'))).toEqual({ code: 2, error: 'USAGE' })
  expect(errorOf(await add(`DAI@${falseUsdc}`))).toEqual({ code: 6, error: 'TOKEN_MISMATCH' })
  expect(errorOf(await add(`0x${'9'.repeat(40)}`))).toEqual({ code: 6, error: 'TOKEN_UNREADABLE' })
  const info = await user.run(['tokens', 'info', falseUsdc])
  expect(info.stdout).toContain('UNVERIFIED')
})

test('a token list adds what its contracts confirm, and nothing else', async () => {
  const user = cli.createHostedUser()
  const row = { chainId: 31337, address: falseUsdc, symbol: 'USDC', name: 'False', decimals: 6, logoURI: 'x' }
  const path = join(user.home, 'list.json')
  const write = (tokens: readonly object[], more = {}) =>
    writeFileSync(path, JSON.stringify({ name: 'Mine', tokens, ...more }))
  const run = (...more: readonly string[]) => user.run(['tokens', 'import', path, '-o', 'json', ...more])
  write([
    { ...row, decimals: 18 },
    { ...row, address: usdc },
    { ...row, address: `0x${'9'.repeat(40)}` },
    { ...row, chainId: 1 },
  ])
  expect(JSON.parse((await run()).stdout).data).toEqual({
    list: 'Mine',
    added: [],
    known: 1,
    elsewhere: 1,
    refused: [
      {
        address: falseUsdc,
        symbol: 'USDC',
        reason: expect.stringMatching(/^it has \d+ decimals on chain, 18 in the list$|^it has/),
      },
      { address: `0x${'9'.repeat(40)}`, symbol: 'USDC', reason: 'its contract does not answer' },
    ],
  })
  const { stdout } = await user.run(['tokens', 'info', falseUsdc, '-o', 'json'])
  const { decimals } = JSON.parse(stdout).data
  write([{ ...row, decimals, symbol: 'USDX' }])
  expect(JSON.parse((await run()).stdout).data.refused[0].reason).toBe('its contract calls itself USDC')
  write([{ ...row, decimals, address: falseUsdc.replace('BE4c', 'be4c') }])
  expect(JSON.parse((await run()).stdout).data.refused[0].reason).toBe('its address has a wrong checksum')
  write([{ ...row, decimals }])
  expect(errorOf(await run())).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
  expect(JSON.parse((await run('--allow-unlisted')).stdout).data.added).toMatchObject([
    { address: falseUsdc, own: true },
  ])
  expect(JSON.parse((await run()).stdout).data).toMatchObject({ added: [], known: 1 })

  write([], { tokens: [{ ...row, decimals: 300 }] })
  expect(errorOf(await run())).toEqual({ code: 2, error: 'VALIDATION_FAILED' })
  writeFileSync(path, 'no JSON')
  expect(errorOf(await run())).toEqual({ code: 2, error: 'VALIDATION_FAILED' })
}, 120_000)
