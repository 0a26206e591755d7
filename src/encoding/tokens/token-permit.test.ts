import { expect, test } from 'vitest'
import { keccakText } from '#encoding/keccak'
import { daiPermitTypehash } from './token-permit.ts'

test("DAI's type of approvals has the hash of its text", () => {
  const type = 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'
  expect(daiPermitTypehash).toBe(keccakText(type))
})
