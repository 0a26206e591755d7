import { expect, test } from 'vitest'
import { verified } from '#app/trade/verified'
import { createChain } from '#chain/create-chain'
import { amount, evm, nativeToken } from '#domain/units'
import { entryOf } from '#networks/find'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { idOf, quoteOf } from '../store/samples.ts'
import { swapping } from './house.ts'

const unasked = (): never => {
  throw new Error('was asked')
}

test('a quote that pays native currency to its wrapped form gets no payload, whoever made it', async () => {
  const network = entryOf('base')
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: ['http://127.0.0.1:1'] })
  const id = idOf(1)
  const sample = quoteOf(id)
  const parties = { sell: evm(`0x${'1'.repeat(40)}`), buy: nativeToken, to: network.wrapped }
  const asked = verified(
    { clock, service: { quote: unasked, transaction: unasked, stored: unasked, networks: unasked } },
    {
      chain,
      quote: { ...sample, request: { ...sample.request, ...parties } },
      signer: { address: evm(`0x${'2'.repeat(40)}`), unlock: unasked, sign: unasked, signPermit: unasked },
      request: swapping({ id }),
      minimumOut: amount(1n),
    },
  )
  await expect(asked).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('wrapped form of ETH'),
  })
})
