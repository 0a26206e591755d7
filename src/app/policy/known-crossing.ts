import { toBridgeNetwork } from '#app/crossing/context'
import { findDestination } from '#app/crossing/find-destination'
import type { Bridge } from '#domain/crossing/bridge'
import { keepsTooMuch } from '#domain/crossing/bridge-cost'
import type { CrossOrder } from '#domain/crossing/cross-order'
import type { Network } from '#domain/network'
import type { Payload } from '#domain/payload'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { decodeCrossCall } from '#encoding/crossing/call'

type Bridges = readonly Pick<Bridge, 'listRoutes'>[]

/**
 * Whom the bytes of a crossing let take the deposit: the contract that they name as bridge, who pays it too little, and the
 * contract there that they name as ours. A policy that allows the recipient has not allowed those.
 * @returns why its bytes are refused; `undefined` for a crossing by our own tables, and for what is none
 */
export function findUnknownCrossing(bridges: Bridges, network: Network, { to, data }: Pick<Payload, 'to' | 'data'>) {
  const order = to === getCrossing(network).address ? decodeCrossCall(data)?.order : undefined
  if (order === undefined) return undefined
  const destination = findDestination(network, Number(order.toNetwork))
  if (destination === undefined) return `no network that we know has the chain id ${order.toNetwork}`
  const route = findRoute(bridges, order, { network, destination })
  if (route === undefined)
    return `${order.bridge} is no bridge of its tokens from ${network.name} to ${destination.name}`
  if (keepsTooMuch(order, BigInt(order.bridgeAmountMin), route)) return 'the bridge may keep more than a quarter'
  const isOurs = order.toRouter === getRouter(destination).address
  const isReceived = order.receiver === order.recipient || order.receiver === getCrossing(destination).address
  return isOurs && isReceived ? undefined : `its payment goes to a contract on ${destination.name} that is not ours`
}

const findRoute = (
  bridges: Bridges,
  order: CrossOrder,
  { network, destination }: { readonly network: Network; readonly destination: Network },
) =>
  bridges
    .flatMap(({ listRoutes }) => listRoutes(toBridgeNetwork(network), toBridgeNetwork(destination)))
    .find(
      ({ contract, asset, toAsset }) =>
        contract === order.bridge && asset.address === order.bridgeAsset && toAsset.address === order.toBridgeAsset,
    )
