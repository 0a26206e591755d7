import { addressWord, callData, word } from '#domain/calls/words'
import type { Network } from '#domain/network'
import { type Address, type Hex, noBytes } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import type { FundedAmount } from '#sandbox/pools/fund'
import { allowSending } from './treasury.ts'

/** In smallest units of every token, all of which have six decimals. */
const gift = 25_000n * 10n ** 6n

/** Sends tokens from the treasury, the one that pays for gas among them. @returns what arrived. */
export async function fundAccount(rpc: Rpc, network: Network, to: Address): Promise<readonly FundedAmount[]> {
  const { treasury } = sandboxGround
  await allowSending(rpc, to)
  await rpc('anvil_impersonateAccount', treasury)
  const given: FundedAmount[] = []
  for (const { symbol, address, decimals } of network.tokens) {
    if ((await rpc<Hex>('eth_getCode', address, 'latest')) === noBytes) continue
    await sendFrom(rpc, {
      from: treasury,
      to: address,
      data: callData('0xa9059cbb', addressWord(to), word(gift)),
    })
    given.push({ symbol, raw: gift, decimals })
  }
  await rpc('anvil_stopImpersonatingAccount', treasury)
  return given
}
