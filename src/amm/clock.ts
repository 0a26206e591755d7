import type { Read } from '#domain/reads'
import { evm } from '#domain/units'
import { callData, uintAt } from '#domain/words'

/** The time of the block, seconds since 1970: Multicall3, at one address on nearly every chain, knows it. */
export const getTime: Read<bigint> = {
  to: evm('0xca11bde05977b3631167028862be2a173976ca11'),
  data: callData('0x0f28c97d'),
  decode: (answer) => uintAt(answer, 0),
}
