import { expectTypeOf, test } from 'vitest'
import type { Address, Amount, Hex, Ppm, Wei } from '#domain/units'

test('units do not mix', () => {
  expectTypeOf<Amount>().toExtend<bigint>() // an amount may be computed with
  expectTypeOf<bigint>().not.toExtend<Amount>() // a number must be claimed first
  expectTypeOf<Ppm>().not.toExtend<Amount>()
  expectTypeOf<Wei>().not.toExtend<Amount>()
  expectTypeOf<Hex>().not.toExtend<Address>()
})
