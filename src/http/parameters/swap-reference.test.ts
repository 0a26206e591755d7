import { expect, test } from 'vitest'
import { networkName } from '#domain/units'
import { readSwapReference } from './swap-reference.ts'

const sandbox = networkName('sandbox')
const served = { networks: [sandbox], fallback: sandbox } as unknown as Parameters<typeof readSwapReference>[0]

test('the id of a swap in any letter case', () => {
  const id = '6F6F3B52-3E3A-4B6E-9F0A-0D5A4F1E2C3B'
  expect(readSwapReference(served, { swapId: id })).toEqual({ id: id.toLowerCase() })
})

test.each(['abc', '\0', 'a\0b', 'last', "'; DROP TABLE swaps; --"])(
  'no swap has the id %j: no store is asked',
  (swapId) => {
    expect(() => readSwapReference(served, { swapId })).toThrow(expect.objectContaining({ code: 'SWAP_NOT_FOUND' }))
  },
)
