import { TypedDataEncoder, verifyTypedData, Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { amount, evm, seconds } from '#domain/units'
import { computeDomainSeparator } from '#encoding/typed-data'
import { signPermit } from './sign-permit.ts'

const wallet = new Wallet(`0x${'11'.repeat(32)}`)
const owner = evm(wallet.address)
const key = Buffer.from('11'.repeat(32), 'hex')
const domain = { name: 'USD Coin', version: '2', chainId: 31_337, verifyingContract: evm(`0x${'aa'.repeat(20)}`) }
const permit = {
  domain,
  owner,
  spender: evm(`0x${'bb'.repeat(20)}`),
  value: amount(5_000_000n),
  nonce: 3n,
  deadline: seconds(1_700_000_000),
}
const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
}

test('a signed approval is the one that an EIP-712 verifier reads', async () => {
  const signature = await signPermit({ key, address: owner }, permit)
  const { domain: _, ...message } = permit
  expect(verifyTypedData({ ...domain }, types, message, signature)).toBe(wallet.address)
})

test("another account's approval is not signed", async () => {
  const other = { ...permit, owner: evm(`0x${'cc'.repeat(20)}`) }
  await expect(signPermit({ key, address: owner }, other)).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' })
})

test('a domain separator equals the one that ethers computes', () => {
  expect(computeDomainSeparator(domain)).toBe(TypedDataEncoder.hashDomain({ ...domain }))
})
