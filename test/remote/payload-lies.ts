/** Payloads that differ from the request. */
import { evm, type Hex } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { type DecodedRoute, decodeRoute, encodeRoute } from '#encoding/swap/route-bytes'
import { decodeRouterCall, encodeRouterCall } from '#encoding/swap/router-call'
import { stranger, weth } from '../http/fixture.ts'

const foreign = getRouter({ router: 'storage' }).address

export type Transaction = Record<'to' | 'from' | 'value' | 'data', string> & { chainId: number; gasLimit: string }

/** Changes the payload's own fields, as our encoder would have written them. */
export const rewritten =
  (change: (call: NonNullable<ReturnType<typeof decodeRouterCall>>) => object) => (body: Transaction) => {
    const call = decodeRouterCall(body.data as Hex)
    if (call === undefined) throw new Error('not a call of our router')
    return { ...body, data: encodeRouterCall({ ...call, ...change(call) }) }
  }

/** Changes the route of the payload, in native currency. */
export function reroute(change: (route: DecodedRoute) => DecodedRoute) {
  return rewritten(({ route }) => {
    const decoded = decodeRoute(route, true)
    if (decoded === undefined) throw new Error('not a route of our router')
    return { route: encodeRoute(change(decoded)) }
  })
}

export const thief = evm(stranger)
export const payloadLies: readonly (readonly [string, (body: Transaction) => object])[] = [
  ['to another contract', (body) => ({ ...body, to: foreign })],
  ['from another account', (body) => ({ ...body, from: stranger })],
  ['on another chain', (body) => ({ ...body, chainId: 1 })],
  ['with more value', (body) => ({ ...body, value: String(BigInt(body.value) + 1n) })],
  ['without value', (body) => ({ ...body, value: '0' })],
  ['with gas beyond any block', (body) => ({ ...body, gasLimit: '16777217' })],
  ['with another selector', (body) => ({ ...body, data: `0xdeadbeef${body.data.slice(10)}` })],
  ['with a byte more', (body) => ({ ...body, data: `${body.data}00` })],
  ['without data', (body) => ({ ...body, data: '0x' })],
  ['for another recipient', rewritten(() => ({ recipient: thief }))],
  ['for less', rewritten(({ minimumOut }) => ({ minimumOut: minimumOut - 1n }))],
  ['for one unit', rewritten(() => ({ minimumOut: 1n }))],
  ['selling more', rewritten(({ amountIn }) => ({ amountIn: amountIn + 1n }))],
  ['buying something else', rewritten(() => ({ tokenOut: evm(weth) }))],
  ['void at once', rewritten(() => ({ deadline: 1 }))],
  ['good for ever', rewritten(({ deadline }) => ({ deadline: deadline + 86_400 }))],
  ['with a fee for somebody', rewritten(() => ({ affiliate: { address: thief, fee: 100_000 } }))],
  ['paid by the pools themselves', reroute(({ wrapped, legs }) => ({ wrapped, legs, throughRouter: false }))],
  ['by a wrapped token of its own', reroute((route) => ({ ...route, wrapped: thief }))],
]
