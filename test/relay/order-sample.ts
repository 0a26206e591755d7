/** A signed order that the router could fill. */
import { toSwapTypedData } from '#domain/api/typed-data'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, hex, seconds } from '#domain/units'
import type { OrderCall } from '#encoding/order/call'
import { encodeRoute } from '#encoding/swap/route-bytes'

const address = (byte: string) => evm(`0x${byte.repeat(20)}`)

const route = encodeRoute({
  wrapped: undefined,
  throughRouter: false,
  legs: [
    {
      ...{ move: 'push', pool: address('77'), zeroForOne: true, feePpm: 3000, measured: false, share32: wholeShare },
      ...{ source: 'payer', destination: 'recipient', tokenIn: undefined },
    },
  ],
})

export function createSignedOrder(chainId: number, router: Address, sender: Address): OrderCall {
  const { message } = toSwapTypedData({
    ...{ chainId, router, sender, recipient: address('33'), fromAsset: address('44'), toAsset: address('55') },
    ...{ deadline: seconds(1_800_000_000), amountOutMin: amount(9n), sellAmount: amount(1000n), swapFee: amount(0n) },
    ...{ affiliate: undefined, nonce: 7n },
  })
  return { order: message, signature: hex(`0x${'11'.repeat(32)}${'22'.repeat(32)}1b`), permit: undefined, route }
}
