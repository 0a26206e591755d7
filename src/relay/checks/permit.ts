import type { HeldTrade } from '#app/holdings'
import { findOrderPermit } from '#app/trade/allowance/order-permit'
import { toPermitTypedData } from '#domain/api/permit'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { OrderPermit, OrderSubmission } from '#domain/relay/order-terms'
import { type Address, amount, type Hex, type Seconds, seconds } from '#domain/units'
import { packPermit } from '#encoding/tokens/permit'
import type { RelayContext } from '#relay/context'
import { parseKeySignature } from './signature.ts'

/** An approval has to be valid this long: an order is mined in the next blocks, or not at all. */
const minLifeSeconds = 60
const unchanged = (text: string): string => text
const everything = amount((1n << 256n) - 1n)

export interface CheckedPermit {
  /** Packed for our contracts. */
  readonly bytes: Hex
  /** From then on the order can only revert. */
  readonly until: Seconds
}

/**
 * The signed approval that comes with an order whose allowance is too small. Its value and nonce are not sent along: it
 * has to be of `sellAmount` or of everything, with the owner's next nonce.
 * @throws `PERMIT_NOT_VALID`, `PERMIT_EXPIRED`, `PERMIT_NOT_SUPPORTED`
 */
export async function requirePermit(
  { recover, clock }: Pick<RelayContext, 'recover' | 'clock'>,
  chain: Chain,
  trade: HeldTrade & { readonly owner: Address },
  { permitSignature, permitDeadline }: OrderSubmission,
): Promise<CheckedPermit> {
  const parsed = parseKeySignature(permitSignature)
  if (parsed === undefined) throw fail('PERMIT_NOT_VALID', { reason: 'its signature has neither 64 nor 65 bytes' })
  const { signature } = parsed
  const { owner, sell: token, router: spender, request } = trade
  const { sellAmount } = request
  const common = { token, owner, spender, deadline: permitDeadline }
  const form = await findOrderPermit(chain, { ...common, value: sellAmount })
  const until = form.kind === 'dai' && permitDeadline === 0 ? seconds(2 ** 40) : permitDeadline
  requireTime(until, clock.now())
  requirePackable(form)
  const [one, ...others] = valuesOf(form, sellAmount)
  for (const candidate of [one, ...others])
    if ((await recover(toPermitTypedData(candidate, unchanged), signature)) === owner)
      return { bytes: pack(candidate, signature), until }
  const wanted = form.kind === 'dai' ? 'of everything' : `of ${sellAmount} or of everything`
  const reason = `it is not signed by ${owner}, ${wanted}, to ${spender}, with the nonce ${form.request.nonce}`
  throw fail('PERMIT_NOT_VALID', { reason })
}

function requireTime(until: Seconds, now: Seconds): void {
  const missing = now + minLifeSeconds - until
  if (missing > 0) throw fail('PERMIT_EXPIRED', { seconds: minLifeSeconds })
}

/** Our contracts read 48 bits of a time and of the nonce that is signed like DAI's. */
function requirePackable({ kind, request }: OrderPermit): void {
  const numbers = kind === 'dai' ? [BigInt(request.expiry), request.nonce] : [BigInt(request.deadline)]
  if (numbers.some((number) => number >> 48n !== 0n))
    throw fail('PERMIT_NOT_VALID', {
      reason: 'its deadline or nonce is above 2^48 - 1, which our contracts cannot read',
    })
}

function valuesOf(form: OrderPermit, sellAmount: bigint): readonly [OrderPermit, ...OrderPermit[]] {
  if (form.kind === 'dai') return [form]
  const of = (value: bigint): OrderPermit => ({ ...form, request: { ...form.request, value: amount(value) } })
  return [of(sellAmount), of(everything)]
}

function pack({ kind, request }: OrderPermit, signature: Hex): Hex {
  if (kind === 'dai') return packPermit({ style: 'dai', nonce: request.nonce, expiry: request.expiry, signature })
  return packPermit({ style: 'eip-2612', value: request.value, deadline: request.deadline, signature })
}
