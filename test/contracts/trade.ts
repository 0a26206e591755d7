/** Trades of the rig's user, and what they did to everybody's money. */
import type { Leg } from '#domain/route'
import { type Address, amount, type Hex, nativeToken, ppm, seconds } from '#domain/units'
import { boughtFrom } from '#encoding/receipt'
import { amountInOffset, encodeLegs, type SwapCall } from '#encoding/router-call'
import { deadline, ether, type Mined, type Rig } from './rig.ts'

export type Asked = Partial<SwapCall> & Pick<SwapCall, 'tokenIn' | 'tokenOut'> & { readonly legs: readonly Leg[] }

export function calldata(rig: Rig, { legs, ...asked }: Asked): Hex {
  const usual = {
    amountIn: amount(ether),
    minimumOut: amount(1n),
    recipient: rig.receiver,
    deadline: seconds(deadline),
    affiliate: undefined,
    wrapped: rig.tokens.w,
  }
  return encodeLegs({ ...usual, ...asked }, legs)
}

/** The same calldata with another word for the sold amount, as a meta-router would write it. */
export function patched(data: Hex, amountIn: bigint): Hex {
  const at = 2 + amountInOffset * 2
  return `${data.slice(0, at)}${amountIn.toString(16).padStart(64, '0')}${data.slice(at + 64)}` as Hex
}

export const percent = (rig: Rig, n: number) => ({ address: rig.affiliate, fee: ppm(n * 10_000) })

export interface Outcome extends Mined {
  /** By the tokens' logs. */
  readonly bought: bigint | undefined
  /** What each gained (below zero: lost), of the sold and the bought token; gas is not counted. */
  readonly user: bigint
  readonly receiver: bigint
  readonly affiliate: bigint
}

/** Sends `data` as the user, and takes it back once looked at. */
export function trade(rig: Rig, asked: Pick<Asked, 'tokenIn' | 'tokenOut'>, data: Hex, value = 0n): Promise<Outcome> {
  const held = (token: Address, owner: Address) =>
    token === nativeToken ? rig.native(owner) : rig.balance(token, owner)
  const all = () =>
    Promise.all([held(asked.tokenIn, rig.user), held(asked.tokenOut, rig.receiver), held(asked.tokenIn, rig.affiliate)])
  return rig.undone(async () => {
    const before = await all()
    const mined = await rig.send({ from: rig.user, to: rig.router, data, value })
    const after = await all()
    const [user = 0n, receiver = 0n, affiliate = 0n] = after.map((now, i) => now - (before[i] ?? 0n))
    const gas = asked.tokenIn === nativeToken ? mined.feePaid : 0n
    await nothingStays(rig)
    return { ...mined, bought: boughtOf(rig, mined, asked.tokenOut), user: user + gas, receiver, affiliate }
  })
}

/** What the receiver bought, as the client reads it from the receipt. */
export const boughtOf = ({ router, receiver, tokens }: Rig, mined: Mined, tokenOut: Address): bigint | undefined =>
  boughtFrom(mined, { router, wrapped: tokens.w, tokenOut, recipient: receiver })

/** @throws where the router holds anything, or may still take anything. */
export async function nothingStays(rig: Rig): Promise<void> {
  const held = await Promise.all(Object.values(rig.tokens).map((token) => rig.balance(token, rig.router)))
  const native = await rig.native(rig.router)
  if ([...held, native].some((n) => n !== 0n)) throw new Error(`the router kept ${[...held, native]}`)
}
