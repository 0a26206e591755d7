/** Programs written with common libraries, against the built server. Heavier clients: `npm run test:clients`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ethereum, startEthereum } from './ethereum.ts'
import { keyOf } from './keys.ts'
import { createEthersAccount, createViemAccount } from './signers.ts'
import { tradeNative, tradeToken, typedDataFor } from './trade.ts'

let ethereum: Ethereum
beforeAll(async () => {
  ethereum = await startEthereum()
}, 120_000)
afterAll(() => ethereum.close())

describe.each([
  ['ethers 6', createEthersAccount, keyOf(1)],
  ['viem', createViemAccount, keyOf(2)],
] as const)('%s', (_, signer, key) => {
  test('sells a token: quote, failed check, approval, the same quote, swap, status', async () => {
    await tradeToken(ethereum, signer({ chainUrl: ethereum.chainUrl, key }))
  })

  test('sells native currency with one request', async () => {
    await tradeNative(ethereum, signer({ chainUrl: ethereum.chainUrl, key }))
  })
})

test('both sign the order of a quote to the same bytes', async () => {
  const signers = [createEthersAccount, createViemAccount].map((signer) =>
    signer({ chainUrl: ethereum.chainUrl, key: keyOf(3) }),
  )
  const typedData = await typedDataFor(ethereum, signers[0]?.address ?? '')
  const signatures = await Promise.all(signers.map(({ sign }) => sign(typedData)))
  expect(signatures[0]).toMatch(/^0x[0-9a-f]{130}$/)
  expect(new Set(signatures).size).toBe(1)
})
