import type { SwapsContext } from '#app/swaps/context'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import type { Chain, ChainTransaction, Receipt } from '#domain/chain/port'
import { toOrderSignature } from '#encoding/tokens/signature'

/**
 * Whether the account that a call of our contracts names as the seller is known to want it. Anyone may submit an order in
 * another's name: our contracts refuse it without that account's signature, and it is no swap of that account.
 *
 * The signature of a contract (EIP-1271) is known to be good only by the order's success.
 */
export async function isSwapOfSeller(
  context: Pick<SwapsContext, 'recover'>,
  chain: Chain,
  transaction: ChainTransaction,
): Promise<boolean> {
  const order = readSignedOrder(chain.network, transaction.data)
  return order === undefined || (await isSigned(context, order)) || (await hasSucceeded(chain, transaction))
}

async function isSigned({ recover }: Pick<SwapsContext, 'recover'>, order: SignedOrder): Promise<boolean> {
  try {
    return (await recover(order.typedData, toOrderSignature(order.signature))) === order.sender
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** By an endpoint that no other contradicts. */
async function hasSucceeded(chain: Chain, { hash, from: sender }: ChainTransaction): Promise<boolean> {
  const looks = await chain.checkTransaction({ hash, sender }, 'all')
  const receipts = looks.flatMap(({ receipt }) => receipt ?? [])
  return receipts.length > 0 && receipts.every(isExecuted)
}

/** A call of a contract that is not there succeeds too, but logs no transfer. */
const isExecuted = ({ status, logs }: Receipt): boolean => status === 'success' && logs.length > 0
