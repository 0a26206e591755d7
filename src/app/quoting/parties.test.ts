import { expect, test } from 'vitest'
import { type Address, evm, nativeToken, ppm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { checkParties } from './parties.ts'

const network = getNetworkEntry('base')
const { wrapped } = network
const router = getRouter(network).address
const [token, me] = [evm(`0x${'1'.repeat(40)}`), evm(`0x${'2'.repeat(40)}`)]
const by = (address: Address) => ({ address, fee: ppm(1) })

test.each([
  ['native currency to its wrapped form', { buy: nativeToken, to: wrapped }, 'toAddress'],
  ['a token to the router', { to: router }, 'toAddress'],
  ['native currency to the router', { buy: nativeToken, to: router }, 'toAddress'],
  ['of native currency a part to its wrapped form', { sell: nativeToken, affiliate: by(wrapped) }, 'affiliateAddress'],
  ['a part to the router', { affiliate: by(router) }, 'affiliateAddress'],
])('refuses %s', (_, changed, field) => {
  const parties = { sell: token, buy: evm(`0x${'3'.repeat(40)}`), to: me, affiliate: undefined, ...changed }
  const fields = [{ field, reason: 'not_valid' }]
  expect(() => checkParties(network, parties)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      details: expect.objectContaining({ fields: [expect.objectContaining(fields[0])] }),
    }),
  )
})

test.each([
  ['a token', { to: wrapped }],
  ['native currency, to somebody', { buy: nativeToken }],
  ['a part of a token to the wrapped form', { buy: nativeToken, affiliate: by(wrapped) }],
  ['the rest to the wrapped form', { sell: nativeToken, to: wrapped, affiliate: by(me) }],
])('accepts %s', (_, changed) => {
  const parties = { sell: token, buy: evm(`0x${'3'.repeat(40)}`), to: me, affiliate: undefined, ...changed }
  expect(() => checkParties(network, parties)).not.toThrow()
})
