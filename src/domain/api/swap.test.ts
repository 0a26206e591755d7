import { expect, test } from 'vitest'
import { toApiSwap } from '#domain/api/swap'
import { gas, hex, wei } from '#domain/units'
import { createSwapRecord } from '#test/store/swap-samples'

test('a figure that endpoints tell differently is null, and its fee is not among the fees', () => {
  const place = { block: 100, blockHash: hex(`0x${'0b'.repeat(32)}`) }
  const show = (figures: object) => {
    const record = createSwapRecord({ status: 'success', substatus: 'confirmed', mined: { ...place, ...figures } })
    const { gasUsed, effectiveGasPrice, fees } = toApiSwap(record, (address) => address as never)
    return [gasUsed, effectiveGasPrice, fees.map(({ type, amount }) => [type, amount])]
  }
  expect(show({ gasUsed: gas(5n), feePaid: wei(35n) })).toEqual(['5', '7', [['gas', '35']]])
  expect(show({ gasUsed: gas(5n) })).toEqual(['5', null, []])
  expect(show({ feePaid: wei(35n) })).toEqual([null, null, [['gas', '35']]])
})
