/** What a transaction may cost its account, with what some chains charge for its bytes on the chain below them. */
import { requireFeeTokenFunds, type Sale } from '#app/funds-in-tokens'
import { uintAt } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import { gasPriceOf, maxCostOf, type Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import { type Address, gas, type Hex, hex, type Wei, wei } from '#domain/units'
import { encodeCall } from '#encoding/call-bytes'
import { keccakText } from '#encoding/keccak'
import { encodeUnsigned } from '#encoding/unsigned-transaction'

/** `getL1Fee(bytes)` */
const getL1Fee = '0x49948e0e'

/**
 * What the chain takes for the bytes of a transaction besides its gas, by its own oracle, now; 0 if it takes nothing,
 * or if its oracle does not answer. No field of a transaction limits it.
 *
 * The bytes end with stand-ins for a signature, as the end of a compressed text depends on what follows. An oracle that
 * adds a signature of its own then counts one too many: a second, longer text tells what its bytes cost.
 */
export async function fetchL1Fee(chain: Chain, payload: Payload): Promise<Wei> {
  const { l1Fee } = chain.network
  if (l1Fee === undefined) return wei(0n)
  const unsigned = encodeUnsigned(payload, usualNonce).slice(2)
  const answers = await chain.read(
    [1, 2]
      .map((signatures) => `${unsigned}${createNoise(signatures * signatureBytes)}`)
      .map((bytes) => ({
        to: l1Fee.oracle,
        data: encodeCall(getL1Fee, { words: [], tails: [bytes] }),
        decode: (answer: Hex) => answer,
      })),
  )
  const [fee = 0n, longer = 0n] = answers.map((answer) => (answer.length < 66 ? 0n : uintAt(answer, 0)))
  const own = l1Fee.addsSignature ? longer - fee : 0n
  return wei(fee > own ? fee - own : 0n)
}

/** Its parity, and two numbers of 32 bytes with their lengths. */
const signatureBytes = 67

/** Hex of bytes that nothing can compress. */
export const createNoise = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 32) }, (_, i) => keccakText(String(i)).slice(2))
    .join('')
    .slice(0, 2 * bytes)

/** The nonce is chosen later; it takes two bytes at most accounts. */
const usualNonce = 1_000

/** By as much it may rise before the transaction is mined: the fee of the chain below moves by an eighth in a block. */
export const reserveL1Fee = (fee: Wei): Wei => wei((fee * 5n + 3n) / 4n)

export const saleOf = ({ sell, request: { sellAmount } }: Pick<Quote, 'sell' | 'request'>): Sale => ({
  sell,
  sellAmount,
})

/**
 * @param sale of a swap: its token may be the balance that pays for gas
 * @throws `ESTIMATE_GAS_FAILED` unless the account's balance covers it, value, gas at its highest price, and the L1 fee;
 *   where tokens pay for gas, as {@link requireFeeTokenFunds}.
 */
export async function requireFunds(chain: Chain, payload: Payload, sale?: Sale): Promise<void> {
  const { feeToken } = chain.network
  if (feeToken !== undefined) return requireFeeTokenFunds(chain, feeToken, { payload, sale })
  const spent = sale === undefined ? 0n : toNativeSpend(chain.network, sale)
  const [balance, l1Fee] = await Promise.all([chain.balance(payload.from), fetchL1Fee(chain, payload)])
  const cost = maxCostOf(payload) + spent + reserveL1Fee(l1Fee)
  if (balance >= cost) return
  const { symbol, decimals } = chain.network.native
  const value = spent === 0n ? 'value' : 'the amount sold'
  const what = l1Fee === 0n ? `${value} and gas` : `${value}, gas and the L1 fee`
  throw fail('ESTIMATE_GAS_FAILED', {
    check: payload.value > balance ? 'balance' : 'gas',
    reason: `The account holds ${formatDecimal(balance, decimals)} ${symbol}, but ${what} may cost ${formatDecimal(cost, decimals)} ${symbol}.`,
    fix: `send ${symbol} to ${payload.from}, or swap less`,
  })
}

/** What a sale takes of the native balance as a token, in wei; 0 for any token that is a balance of its own. */
function toNativeSpend({ native, nativeTwins = [] }: Network, { sell, sellAmount }: Sale): bigint {
  return nativeTwins.includes(sell.address) ? sellAmount * 10n ** BigInt(native.decimals - sell.decimals) : 0n
}

/** Gas and bytes of a swap over a wide route. */
const [wideGas, wideBytes] = [gas(1_000_000n), 1_500]
/** The same, its approval included, where an empty word that is filled costs 250,000. */
const wideGasOfTokens = gas(5_000_000n)

/**
 * What a swap of all that pays for gas leaves, in wei: the cost of a wide route at the highest price, and what the chain
 * wants to stay.
 */
export async function fetchSwapReserve(chain: Chain, owner: Address): Promise<Wei> {
  const { chainId, l1Fee, feeToken, nativeReserve = wei(0n) } = chain.network
  const fees = await chain.fees()
  const units = feeToken === undefined ? wideGas : wideGasOfTokens
  const ofGas = wei(units * gasPriceOf(fees) + nativeReserve)
  if (l1Fee === undefined) return ofGas
  const call = { from: owner, to: owner, data: hex(`0x${createNoise(wideBytes)}`), value: wei(0n) }
  return wei(ofGas + reserveL1Fee(await fetchL1Fee(chain, { ...call, chainId, gasLimit: wideGas, fees })))
}
