import { checksum, shortAddress } from '#cli/checksum'
import type { Screen } from '#cli/out/screen'
import { block } from '#cli/screens/block'
import { amountLine, grouped, percentText } from '#cli/screens/text'
import { isoTime } from '#domain/api/plain'
import type { Network } from '#domain/network'
import type { ReadLeg, ReadPayload } from '#domain/payload'
import { wholeShare } from '#domain/route'
import { type Address, nativeToken } from '#domain/units'

/** A payload as the request it serves. @param network whose listed tokens give names and decimals, where one is chosen */
export function readPayloadLines(
  read: ReadPayload | undefined,
  network: Network | undefined,
  { paint }: Screen,
): readonly string[] {
  if (read === undefined)
    return [`${paint.warn('Not ours')}: no payload that our router would take and our encoder would write.`]
  const { call, legs } = read
  const { affiliate } = call
  return [
    ...block(
      [
        [['Sells', amountOf(call.amountIn, call.tokenIn, network)]],
        [['For', `at least ${amountOf(call.minimumOut, call.tokenOut, network)}`]],
        [['To', checksum(call.recipient)]],
        [['Until', isoTime(call.deadline)]],
        [
          [
            'Affiliate',
            affiliate === undefined ? 'none' : `${checksum(affiliate.address)}  ${percentText(affiliate.fee)}`,
          ],
        ],
      ],
      11,
    ),
    `  Legs       ${legs.length === 0 ? 'none: wrap or unwrap, one for one' : legs.length}`,
    ...legs.map(legLine),
  ]
}

function amountOf(raw: bigint, token: Address, network: Network | undefined): string {
  const known = token === nativeToken ? network?.native : network?.tokens.find(({ address }) => address === token)
  return known === undefined ? `${grouped(String(raw))} raw of ${checksum(token)}` : amountLine(raw, known)
}

const legLine = ({ move, pool, zeroForOne, share32, source, destination }: ReadLeg, i: number): string => {
  const share = share32 === wholeShare ? 'the rest' : `${((share32 / wholeShare) * 100).toFixed(2)} %`
  return `   ${String(i + 1).padStart(2)}  ${move.padEnd(8)} ${shortAddress(pool)} ${zeroForOne ? '0→1' : '1→0'}  ${share} from the ${source}, to the ${destination}`
}
