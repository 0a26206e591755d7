import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { GasFees } from '#domain/payload'
import { type Address, wei } from '#domain/units'
import type { Deployable } from '#encoding/contracts/router-deploy'

/** What storing a byte of code and sending it cost at least. */
const gasPerByte = 216n

/**
 * Fees for a deployment that only a larger block holds; `undefined` if any block does, or for the usual ones.
 * @throws `TRANSACTION_BUILD_FAILED` if the account is not known to have chosen larger blocks: its transaction would wait
 *   without an end.
 */
export async function resolveLargeBlockFees(
  chain: Chain,
  account: Address,
  { name, data }: Pick<Deployable, 'name' | 'data'>,
): Promise<GasFees | undefined> {
  const { title, maxGas, largeBlocks } = chain.network
  const needed = (BigInt(data.length - 2) / 2n) * gasPerByte
  if (maxGas === undefined || largeBlocks === undefined || needed <= maxGas) return undefined
  const [{ isChosen, gasPrice }, usual] = await Promise.all([chain.askLargeBlocks(account), chain.fees()])
  if (isChosen !== true) {
    const what = name === 'router' ? 'The router' : `The adapter ${name}`
    const why =
      isChosen === false ? 'this account has not' : 'the endpoint does not tell whether this account has chosen them'
    throw fail('TRANSACTION_BUILD_FAILED', {
      reason: `${what} needs ${needed} gas or more, and a block of ${title} holds ${maxGas}: only accounts that chose larger ones get them, and ${why}.`,
      fix: [
        isChosen === false
          ? `for ${account}: ${largeBlocks.choice}`
          : `ask an endpoint that answers ${largeBlocks.choiceMethod}: --rpc-url <url>`,
      ],
    })
  }
  if (gasPrice === undefined || usual.type === 0) return undefined
  const { maxFeePerGas, maxPriorityFeePerGas: tip } = usual
  const own = 2n * gasPrice + tip
  return { type: 2, maxFeePerGas: wei(own > maxFeePerGas ? own : maxFeePerGas), maxPriorityFeePerGas: tip }
}
