import { expect, test } from 'vitest'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import { evm, nativeToken } from '#domain/units'
import { entryOf } from '#networks/find'
import { verified } from './verified.ts'

test('a quote that pays native currency to its wrapped form gets no payload, whoever made it', async () => {
  const network = entryOf('base')
  const request = { sell: evm(`0x${'1'.repeat(40)}`), buy: nativeToken, to: network.wrapped, affiliate: undefined }
  const unasked = () => {
    throw new Error('was asked')
  }
  const context = { clock: { now: unasked }, service: { transaction: unasked } }
  const input = {
    chain: { network, code: unasked } as unknown as Chain,
    quote: { request } as unknown as Quote,
    signer: { address: evm(`0x${'2'.repeat(40)}`) },
  }
  await expect(verified(context as never, input as never)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('wrapped form of ETH'),
  })
})
