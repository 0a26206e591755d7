/** The published list beside the entries: what it holds, what its symbols mean, and that its decimals are compared. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress } from 'ethers'
import { describe, expect, test } from 'vitest'
import { createTokenBook } from '#app/tokens'
import { composeWith } from '#compose'
import { evm, nativeToken, networkName } from '#domain/units'
import { all } from '#networks/all.gen'
import { catalogue } from '#networks/catalogue'
import { getReadableEntry } from '#networks/find'
import { tokenLists } from '#networks/token-list.gen'
import { startChain } from '#sandbox/anvil/start'
import { createComposeInput, createQuoteRequest } from '../trade/fixture.ts'

const unread = async () => {
  throw new Error('no chain is needed for a listed token')
}
const book = createTokenBook({ chain: unread })
const [ethereum, base] = [networkName('ethereum'), networkName('base')]

describe('the list', () => {
  const rows = Object.entries(tokenLists).flatMap(([chainId, lines]) =>
    lines.split('\n').map((line) => ({ chainId: Number(chainId), fields: line.split('|') })),
  )

  test('has 1303 tokens of 13 networks that we know', () => {
    expect(rows).toHaveLength(1_303)
    const known = new Set(catalogue.map(({ chainId }) => chainId))
    expect(Object.keys(tokenLists).filter((id) => !known.has(Number(id)))).toEqual([])
    expect(Object.keys(tokenLists)).toHaveLength(13)
  })

  test('writes every address with its checksum, once a network, plain symbols and https pictures', () => {
    for (const { fields } of rows) {
      const [address = '', decimals, symbol, name, logo = ''] = fields
      expect(fields).toHaveLength(5)
      expect(address).toBe(getAddress(address.toLowerCase()))
      expect(Number(decimals)).toBeLessThanOrEqual(36)
      expect(symbol).toMatch(/^[\w.$+-]{1,24}$/)
      expect(name).not.toBe('')
      expect(logo).toMatch(/^$|^https:\/\/|^[0-3]/)
    }
    const places = rows.map(({ chainId, fields }) => `${chainId} ${fields[0]}`)
    expect(new Set(places).size).toBe(rows.length)
  })

  test('has the decimals of the entries, where both state a token', () => {
    const stated = new Map(
      all.flatMap(({ chainId, tokens }) => tokens.map((one) => [`${chainId} ${one.address}`, one])),
    )
    const differing = rows.flatMap(({ chainId, fields: [address = '', decimals] }) => {
      const own = stated.get(`${chainId} ${address.toLowerCase()}`)?.decimals
      return own === undefined || own === Number(decimals) ? [] : [`${chainId} ${address}: ${own}, ${decimals}`]
    })
    expect(differing).toEqual([])
  })
})

describe('a symbol', () => {
  test.each([
    ['ethereum', 'PEPE', '0x6982508145454ce325ddbe47a25d4ec3d2311933'],
    ['base', 'degen', '0x4ed4e862860bed51a9570b96d89af5e1b0efefed'],
    ['arbitrum', 'GMX', '0xfc5a1a6eb076a2c7ad06ed22c90d7e710e35ad0a'],
  ])('on %s, %s, is that of the list', async (network, symbol, address) => {
    expect(await book.resolve(networkName(network), symbol, false)).toMatchObject({ address, listed: true })
    expect(await book.resolve(networkName(network), address, false)).toMatchObject({ address, listed: true })
  })

  test.each(all.map(({ name }) => name))('of the entry %s keeps its meaning', async (name) => {
    const entry = getReadableEntry(name)
    for (const { symbol, address } of entry.tokens.filter((one) => one.symbol !== entry.native.symbol))
      expect((await book.resolve(name, symbol, false)).address, symbol).toBe(address)
    const twin = entry.tokens.find(({ symbol }) => symbol === entry.native.symbol)
    if (twin === undefined) expect((await book.resolve(name, entry.native.symbol, false)).address).toBe(nativeToken)
  })

  test('that two tokens of the list have is refused with both', async () => {
    await expect(book.resolve(ethereum, 'LIT', false)).rejects.toMatchObject({
      code: 'TOKEN_AMBIGUOUS',
      details: {
        candidates: [
          'LIT@0xb59490ab09a0f526cc7305822ac65f2ab12f9723',
          'LIT@0x232ce3bd40fcd6f80f3d55a522d03f25df784ee2',
        ],
      },
    })
    const lit = await book.resolve(ethereum, 'LIT@0x232ce3bd40fcd6f80f3d55a522d03f25df784ee2', false)
    expect(lit).toMatchObject({ listed: true, sharesSymbol: true })
  })

  test('of an own token goes before that of the list', async () => {
    const address = evm('0x00000000000000000000000000000000000000aa')
    const pepe = { network: ethereum, address, symbol: 'PEPE', decimals: 18, listed: false }
    const decimals = `0x${'12'.padStart(64, '0')}`
    const symbol = `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${Buffer.from('PEPE').toString('hex').padEnd(64, '0')}`
    const answers = [symbol, decimals, '0x']
    const chain = { network: getReadableEntry('ethereum'), eachReadsWithBlock: async () => [{ answers }] }
    const own = createTokenBook({ chain: async () => chain as never, own: () => [pepe] })
    expect((await own.resolve(ethereum, 'PEPE', false)).address).toBe(address)
  })

  test('near one of the list is suggested', async () => {
    await expect(book.resolve(ethereum, 'PEPPE', false)).rejects.toMatchObject({
      code: 'TOKEN_NOT_FOUND',
      details: { nearest: expect.arrayContaining(['PEPE']) },
    })
  })
})

test('pictures are those of the list, also of what the entry states', async () => {
  const tokens = await book.listAll(base)
  const logoOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.logo
  expect(logoOf('AERO')).toBe('https://basescan.org/token/images/aerodrome_32.png')
  expect(logoOf('ETH')).toBe(logoOf('WETH'))
  expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length)
  expect((await book.listAll(networkName('sandbox-base'))).every(({ symbol }) => symbol !== 'DEGEN')).toBe(true)
})

test('decimals of the list are compared with the contract before a price is told', async () => {
  const chain = await startChain({ chainId: 8_453, router: false })
  const state = mkdtempSync(join(tmpdir(), 'swapline-list-'))
  const app = composeWith({})(createComposeInput(state, chain.url, new Map([['network', ['base']]])))
  try {
    const degen = evm('0x4ed4e862860bed51a9570b96d89af5e1b0efefed')
    await chain.rpc('anvil_setCode', degen, '0x600760005260206000f3') // 7 to any question
    const ask = (await app.service()).quote({ ...createQuoteRequest(nativeToken, degen, 10n ** 18n), network: base })
    await expect(ask).rejects.toMatchObject({ code: 'DECIMALS_DIFFER', details: { listed: 18, actual: 7 } })
  } finally {
    await app.close()
    await chain.stop()
    rmSync(state, { recursive: true, force: true })
  }
})
