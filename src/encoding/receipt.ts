import type { Receipt } from '#domain/ports'
import { type Address, type Amount, amount } from '#domain/units'
import { swapTopic } from './router.gen.ts'

/** The word of `amountOut` among the four that the router's `Swap` event carries beside its topics. */
const amountOutWord = 3

/** What a swap brought its recipient, by the router's own event; `undefined` where the receipt has none. */
export function boughtFrom({ logs }: Pick<Receipt, 'logs'>, router: Address): Amount | undefined {
  const log = logs.find(({ address, topics }) => address === router && topics[0] === swapTopic)
  const word = log?.data.slice(2 + amountOutWord * 64, 2 + (amountOutWord + 1) * 64)
  return word?.length === 64 ? amount(BigInt(`0x${word}`)) : undefined
}
