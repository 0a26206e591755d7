/** `bundle redact --addresses` of a gasless quote, as the machine of a service stores it. */
import { expect, test } from 'vitest'
import { redactAddresses } from '#cli/request/debugging/redact-bundle'
import type { QuoteBundle } from '#domain/debugging/bundle'
import { encodeLossless } from '#domain/lossless-json'
import { amount, evm, seconds, wei } from '#domain/units'
import { account, createQuote, idOf, now } from '../store/samples.ts'

const quote = createQuote(idOf(1))
const { sell, router, chainId, request } = quote
const permit = {
  domain: { name: 'USD', version: '1', chainId, verifyingContract: sell.address },
  ...{ owner: account, spender: router, value: amount(5n), nonce: 0n, deadline: seconds(now + 600) },
}
const bundle: QuoteBundle = {
  createdAt: now,
  network: request.network,
  chainId,
  wrapped: evm(`0x${'e7'.repeat(20)}`),
  families: [],
  request: { ...request, gasless: true },
  market: undefined,
  quote: {
    ...quote,
    gasless: {
      ...{ swapFee: amount(1n), worth: wei(1n), nonce: 7n, deadline: seconds(now + 600) },
      permit: { kind: 'eip-2612', request: permit },
    },
  },
  candidates: [],
  timings: undefined,
  router: { address: router, codeHash: quote.block.hash },
  transaction: undefined,
  failure: undefined,
  isRedacted: false,
}

// A chain shows the nonce of an order beside its sender, and a token the nonce of a permit for anyone's address.
test('neither the owner of its approval nor the nonces that lead to it are left', () => {
  expect(encodeLossless(bundle)).toContain(account)
  const redacted = redactAddresses(bundle)
  expect(encodeLossless(redacted)).not.toContain(account)
  const { swapFee, worth, deadline } = { swapFee: 1n, worth: 1n, deadline: now + 600 }
  expect(redacted.quote?.gasless).toEqual({ swapFee, worth, deadline, nonce: 0n })
})
