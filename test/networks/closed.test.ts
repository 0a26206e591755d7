/** Networks on which nothing can be traded: two that can be read, and one that was shut down. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQuote } from '#app/quoting/create-quote'
import { signAndSend } from '#app/trade/steps/send'
import { nativeToken } from '#domain/units'
import { getReadableEntry } from '#networks/find'
import { parseDocument } from '../e2e/expect-refusal.ts'
import { type CliFixture, startCliFixture } from '../e2e/fixture.ts'
import { createQuoteRequest, trader0 } from '../trade/fixture.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture({ chainId: 324, router: false })
})
afterAll(() => fixture.close())

async function run(...args: readonly string[]) {
  const ran = await fixture.createHostedUser().run([...args, '-o', 'json'], { rpc: fixture.chain.url })
  return { code: ran.code, document: parseDocument(ran) }
}

test('balances of zksync are read, where multicall is at an address of its own', async () => {
  const { tokens, multicall } = getReadableEntry('zksync')
  expect(multicall).toBe('0xf9cda624fbc7e059355ce98a31693d299facd963')
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')?.address
  await fixture.chain.rpc('anvil_setCode', usdc, '0x600760005260206000f3') // 7 to any question
  const { code, document } = await run('balances', '-n', 'zksync', '--owner', trader0)
  expect(code).toBe(0)
  expect(document).toMatchObject({ ok: true })
  const text = JSON.stringify(document)
  expect(text).toContain('"symbol":"USDC"')
  expect(text).toContain('0.000007')
})

test('it is listed as read only, with the reason, and checked without contracts of ours', async () => {
  const { code, document } = await run('networks', 'zksync', '--check')
  const [listed] = (document as { data: { networks: readonly unknown[] } }).data.networks
  expect(listed).toMatchObject({ closed: 'era-vm', status: 'read-only', check: { contracts: [], problem: null } })
  const kinds = (listed as { check: { places: { kind: string }[] } }).check.places.map(({ kind }) => kind)
  expect([kinds.includes('deployer'), kinds.includes('lens'), kinds.includes('token')]).toEqual([false, false, true])
  expect(code).toBe(16) // this chain has no token of it but the one above
})

test.each([
  ['zksync', 'runs EraVM'],
  ['abstract', 'runs EraVM'],
  ['polygonzk', 'was shut down'],
])('nothing is traded on %s', async (name, words) => {
  const asked = [
    ['quote', '1', 'ETH', 'USDC'],
    ['swap', '1', 'ETH', 'USDC', '-y'],
    ['approve', 'USDC', '1', '-y'],
    ['router', 'deploy', '-y'],
    ...(name === 'polygonzk' ? [['balances']] : []),
  ]
  const refusals = await Promise.all(asked.map((args) => run(...args, '-n', name)))
  for (const { code, document } of refusals) {
    expect(code).toBe(2)
    expect(document).toMatchObject({ ok: false, error: { code: 'NETWORK_NOT_SUPPORTED' } })
    expect(JSON.stringify(document)).toContain(words)
  }
})

test('nor is anything quoted or signed for it by what does not ask first', async () => {
  const network = getReadableEntry('zksync')
  const refusal = { code: 'NETWORK_NOT_SUPPORTED' }
  const request = { ...createQuoteRequest(nativeToken, network.wrapped, 1n), network: network.name }
  await expect(createQuote({} as never, request)).rejects.toMatchObject(refusal)
  const unlocked: string[] = []
  const signer = { unlock: async () => unlocked.push('unlocked') }
  const signed = signAndSend({} as never, { chain: { network }, signer } as never, {} as never)
  await expect(signed).rejects.toMatchObject(refusal)
  expect(unlocked).toEqual([])
})
