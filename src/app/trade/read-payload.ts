import type { ReadPayload } from '#domain/payload'
import type { Hex } from '#domain/units'
import { decodeRoute } from '#encoding/route-bytes'
import { decodeRouterCall, touchesNative } from '#encoding/router-call'

/** Reads a payload of our router back; `undefined` for anything that our encoder would not have written. */
export function readPayload(data: Hex): ReadPayload | undefined {
  const call = decodeRouterCall(data)
  const route = call && decodeRoute(call.route, touchesNative(call))
  if (call === undefined || route === undefined) return undefined
  const legs = route.legs.map(({ move, pool, zeroForOne, share32, source, destination }) => {
    return { move, pool, zeroForOne, share32, source, destination }
  })
  return { call, legs }
}
