/** Trades of the rig's user, and their effects on all balances. */
import type { Leg } from '#domain/quotes/route'
import { type Address, amount, type Hex, nativeToken, ppm, seconds } from '#domain/units'
import { readAmountOut } from '#encoding/receipt'
import { amountInOffset, encodeSwapCall, type SwapCall } from '#encoding/swap/router-call'
import { deadline, ether, type Mined, type Rig } from './rig.ts'

export type SwapInput = Partial<SwapCall> & Pick<SwapCall, 'tokenIn' | 'tokenOut'> & { readonly legs: readonly Leg[] }

export function encodeSwapCalldata(rig: Rig, { legs, ...asked }: SwapInput): Hex {
  const usual = {
    amountIn: amount(ether),
    minimumOut: amount(1n),
    recipient: rig.receiver,
    deadline: seconds(deadline),
    affiliate: undefined,
    wrapped: rig.tokens.w,
  }
  return encodeSwapCall({ ...usual, ...asked }, legs)
}

/** The same calldata with another amount to sell, as a meta-router would write it. */
export function patchAmountIn(data: Hex, amountIn: bigint): Hex {
  const at = 2 + amountInOffset * 2
  return `${data.slice(0, at)}${amountIn.toString(16).padStart(64, '0')}${data.slice(at + 64)}` as Hex
}

export const affiliatePercent = (rig: Rig, n: number) => ({ address: rig.affiliate, fee: ppm(n * 10_000) })

export interface Outcome extends Mined {
  /** From the tokens' logs. */
  readonly bought: bigint | undefined
  /** Gains (negative: losses) of the input and output token; without gas. */
  readonly user: bigint
  readonly receiver: bigint
  readonly affiliate: bigint
}

/** Sends `data` as the user, reads the effects, and reverts the chain. */
export function executeTrade(
  rig: Rig,
  asked: Pick<SwapInput, 'tokenIn' | 'tokenOut'>,
  data: Hex,
  value = 0n,
): Promise<Outcome> {
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
    await expectNothingStays(rig)
    return { ...mined, bought: readBought(rig, mined, asked.tokenOut), user: user + gas, receiver, affiliate }
  })
}

/** The receiver's output, as the client reads it from the receipt. */
export const readBought = ({ router, receiver, tokens }: Rig, mined: Mined, tokenOut: Address): bigint | undefined =>
  readAmountOut(mined, { router, wrapped: tokens.w, tokenOut, recipient: receiver })

/** @throws if the router holds or may still take any token. */
export async function expectNothingStays(rig: Rig): Promise<void> {
  const held = await Promise.all(Object.values(rig.tokens).map((token) => rig.balance(token, rig.router)))
  const native = await rig.native(rig.router)
  if ([...held, native].some((n) => n !== 0n)) throw new Error(`the router kept ${[...held, native]}`)
}
