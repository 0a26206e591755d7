import { fail, type SwapError } from '#domain/errors'
import type { Network } from '#domain/network'

/**
 * The failure where endpoints tell different things about what scales a signed amount: none of them is believed.
 * @param about what they differ about, as in «about how much USDC it holds»
 * @param instead what the user can do other than ask again, as the beginning of a sentence
 */
export const disagreement = ({ title }: Pick<Network, 'title'>, about: string, instead = 'Run it again'): SwapError =>
  fail('CHECK_FAILED', {
    reason: `The endpoints of ${title} contradict each other about ${about}. ${instead}, or use other endpoints: --rpc-url <url>.`,
  })
