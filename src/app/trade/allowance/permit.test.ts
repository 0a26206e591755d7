import { expect, test } from 'vitest'
import { buildPermitRequest } from '#app/trade/allowance/permit'
import { word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { amount, evm, type Hex, hex, seconds } from '#domain/units'
import { computeDomainSeparator } from '#encoding/typed-data'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('sandbox')
const account = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const token = {
  network: network.name,
  address: account(7),
  symbol: 'TKN',
  name: 'Token',
  decimals: 6,
  listed: true,
} as const
const asked = { token, owner: account(1), spender: account(2), value: amount(5n), deadline: seconds(900) }

const textOf = (text: string): Hex =>
  hex(`0x${word(32n)}${word(BigInt(text.length))}${Buffer.from(text).toString('hex').padEnd(64, '0')}`)

/** A chain on which the token returns this domain separator. */
const saying = (separator: Hex): Pick<Chain, 'network' | 'read'> => ({
  network,
  read: async () => [textOf('Token'), textOf('2'), hex(`0x${word(3n)}`), separator],
})

const domain = { name: 'Token', version: '2', chainId: 31_337, verifyingContract: token.address }

test('an approval is signed for the domain that the token itself states', async () => {
  expect(await buildPermitRequest(saying(computeDomainSeparator(domain)), asked)).toMatchObject({
    domain,
    nonce: 3n,
    value: 5n,
  })
  const first = { ...domain, version: '1' }
  expect(await buildPermitRequest(saying(computeDomainSeparator(first)), asked)).toMatchObject({ domain: first })
})

test.each([
  ['another chain', { chainId: 1 }],
  ['another contract', { verifyingContract: account(8) }],
  ['another name', { name: 'Tocken' }],
  ['another version', { version: '3' }],
])('a token whose domain is of %s gets no signature', async (_, change) => {
  await expect(
    buildPermitRequest(saying(computeDomainSeparator({ ...domain, ...change })), asked),
  ).rejects.toMatchObject({
    code: 'PERMIT_NOT_SUPPORTED',
    exit: 9,
  })
})
