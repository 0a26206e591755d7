import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { amountLine, groupDigits, percentText } from '#cli/screens/layout/text'
import { formatTime } from '#domain/api/plain'
import type { Network } from '#domain/network'
import type { DecodedLeg, DecodedPayload } from '#domain/payload'
import { wholeShare } from '#domain/quotes/route'
import { type Address, nativeToken } from '#domain/units'
import { checksum, shortAddress } from '#text/checksum'

/**
 * A payload as the request it serves.
 * @param network the chosen network, whose listed tokens give names and decimals
 */
export function readPayloadLines(
  read: DecodedPayload | undefined,
  network: Network | undefined,
  screen: Screen,
): readonly string[] {
  if (read === undefined)
    return [`${screen.paint.warn('Not ours')}: no payload that our router would take and our encoder would write.`]
  if (read.entry === 'cancel') return [`  Ends the orders with nonce ${read.nonces.join(', ')}`]
  const { call, throughRouter, legs } = read
  const order = read.entry === 'order' ? read.order : undefined
  return [
    ...formatBlock(
      [
        ...(order === undefined ? [] : [[['Order of', `${checksum(order.sender)}  nonce ${order.nonce}`]] as const]),
        [['Sells', amountOf(call.amountIn, call.tokenIn, network)]],
        [['For', `at least ${amountOf(call.minimumOut, call.tokenOut, network)}`]],
        [['To', `${checksum(call.recipient)}${throughRouter ? '  paid by the router' : ''}`]],
        [['Until', formatTime(call.deadline)]],
        [['Affiliate', affiliateOf(read, network)]],
        ...(order === undefined ? [] : [[['Relayer', amountOf(order.swapFee, call.tokenIn, network)]] as const]),
        ...(call.permit === undefined ? [] : [[['Permit', 'a signed approval comes with it']] as const]),
      ],
      11,
      screen,
    ),
    `  Legs       ${legs.length === 0 ? 'none: wrap or unwrap, one for one' : legs.length}`,
    ...legs.map(legLine),
  ]
}

function affiliateOf(read: Exclude<DecodedPayload, { entry: 'cancel' }>, network: Network | undefined): string {
  if (read.entry === 'order') {
    const { affiliate } = read.order
    return affiliate === undefined
      ? 'none'
      : `${checksum(affiliate.address)}  ${amountOf(affiliate.fee, read.call.tokenIn, network)}`
  }
  const { affiliate } = read.call
  return affiliate === undefined ? 'none' : `${checksum(affiliate.address)}  ${percentText(affiliate.fee)}`
}

function amountOf(raw: bigint, token: Address, network: Network | undefined): string {
  const known = token === nativeToken ? network?.native : network?.tokens.find(({ address }) => address === token)
  return known === undefined ? `${groupDigits(String(raw))} raw of ${checksum(token)}` : amountLine(raw, known)
}

const legLine = ({ move, pool, zeroForOne, share32, source, destination }: DecodedLeg, i: number): string => {
  const share = share32 === wholeShare ? 'the rest' : `${((share32 / wholeShare) * 100).toFixed(2)} %`
  return `   ${String(i + 1).padStart(2)}  ${move.padEnd(8)} ${shortAddress(pool)} ${zeroForOne ? '0→1' : '1→0'}  ${share} from the ${source}, to the ${destination}`
}
