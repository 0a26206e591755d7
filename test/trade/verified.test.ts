import { expect, test } from 'vitest'
import { fetchVerifiedPayload } from '#app/trade/checks/fetch-verified-payload'
import { createChain } from '#chain/create-chain'
import { amount, evm, nativeToken } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { createQuote, idOf } from '../store/samples.ts'
import { createSwapRequest } from './fixture.ts'

const unasked = (): never => {
  throw new Error('was asked')
}
const service = {
  ...{ quote: unasked, buildPayload: unasked, execute: unasked, getSwap: unasked },
  ...{ getQuote: unasked, listNetworks: unasked },
}

test('a quote that pays native currency to its wrapped token gets no payload, regardless of its origin', async () => {
  const network = getNetworkEntry('base')
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: ['http://127.0.0.1:1'] })
  const id = idOf(1)
  const sample = createQuote(id)
  const parties = { sell: evm(`0x${'1'.repeat(40)}`), buy: nativeToken, to: network.wrapped }
  const asked = fetchVerifiedPayload(
    { clock, service },
    {
      chain,
      quote: { ...sample, request: { ...sample.request, ...parties } },
      from: evm(`0x${'2'.repeat(40)}`),
      request: createSwapRequest({ id }),
      minimumOut: amount(1n),
    },
  )
  await expect(asked).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('wrapped form of ETH'),
  })
})
