import { expect, test } from 'vitest'
import { formatPolicy, parsePolicy } from './parse-policy.ts'

const policy = {
  stateDirectory: '/state',
  perTransaction: [{ token: { symbol: 'USDC' }, limit: '100' }],
  perDay: [],
  allowTokens: [],
  denyTokens: [],
  allowRecipients: [],
  networks: [],
}

test('what is written is read; a rule that is there twice is refused, not the first one skipped', () => {
  const text = formatPolicy(policy)
  expect(parsePolicy(text)).toEqual(policy)
  expect(() => parsePolicy(text.replace('"perDay": []', '"perDay": [],\n  "perTransaction": []'))).toThrow(
    '"perTransaction" is there twice',
  )
  expect(() => parsePolicy(text.replace('"limit": "100"', '"limit": "100", "limit": "1000000"'))).toThrow(
    '"perTransaction.limit" is there twice',
  )
})
