/** The bytes that submit the signed order of the sample quote. */
import type { CrossGaslessTerms } from '#domain/crossing/cross-quote'
import { amount, hex, networkName, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { encodeCrossFill } from '#relay/fill'
import { now, crossQuote as sample } from './quote-sample.ts'

const ethereum = getNetworkEntry(networkName('ethereum'))

export const signedCrossing = (by: CrossGaslessTerms['by']) => {
  const terms = { swapFee: amount(5n), worth: wei(1n), nonce: 5n, deadline: seconds(now), by, block: 90 } as const
  const quote = { ...sample, crossing: getCrossing(ethereum).address, router: getRouter(ethereum).address }
  return encodeCrossFill(quote, terms, { signature: hex('0x123456'), permit: undefined })
}
