import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import type { Chain, ChainTransaction } from '#domain/chain/port'
import { amount, evm, hex, networkName, seconds } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { encodeCrossCall } from '#encoding/crossing/call'
import { getNetworkEntry } from '#networks/find'
import { now, crossQuote as sample } from '#test/crossing/quote-sample'
import { signedCrossing } from '#test/crossing/signed-sample'
import { recognizeCrossing } from './recognize-crossing.ts'

const network = getNetworkEntry(networkName('ethereum'))
const { address: to } = getCrossing(network)
const [seller, stranger] = [evm(`0x${'a1'.repeat(20)}`), evm(`0x${'b2'.repeat(20)}`)]
const terms = { from: seller, to: seller, minimumOut: sample.minimumOut, now: seconds(now), deadlineSeconds: 60 }
const order = buildCrossOrder({ ...sample, crossing: to }, terms)
const { route, arrival } = sample.calls
const own = encodeCrossCall({ entry: 'cross', order, signature: undefined, permit: undefined, route, there: arrival })

const recognize = (transaction: Partial<ChainTransaction>) =>
  recognizeCrossing(
    { uuid: () => 'swap', clock: { now: () => seconds(now) } as never },
    { network } as Chain,
    {
      ...{ hash: hex(`0x${'11'.repeat(32)}`), from: seller, to, data: own, nonce: 7, value: amount(0n) },
      ...transaction,
    } as ChainTransaction,
  )

test('a crossing is its sender’s, and an order is its signer’s by any submitter', () => {
  expect(recognize({})).toMatchObject({ from: seller, gasless: false, nonce: 7 })
  expect(recognize({ to: stranger })).toBeUndefined()
  expect(recognize({ data: signedCrossing('crossing'), from: stranger })).toMatchObject({
    ...{ from: sample.request.from, gasless: true, order: { nonces: to, nonce: 5n } },
  })
  expect(recognize({})).not.toHaveProperty('order')
})

test('nobody makes another’s record by a call in that account’s name, which reverts', () => {
  expect(recognize({ from: stranger })).toBeUndefined()
})
