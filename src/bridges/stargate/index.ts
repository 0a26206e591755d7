import type { Bridge, CrossingEnd } from '#domain/crossing/bridge'
import { quoteBridge } from '#domain/crossing/bridge-terms'
import { listCompletionFailures } from '#domain/crossing/completion-failures'
import { gas } from '#domain/units'
import { listClaimRecoveries } from '#encoding/crossing/recover'
import type { StargateSymbol } from './networks.ts'
import { hasPool, readMessageFee, readPoolQuote, toFee, toTerms } from './quote.ts'
import { findStargatePlace, listRoutes } from './routes.ts'
import { findSent, type StargateSide, trackCrossing } from './track.ts'

/** Stargate V2, each deposit by a message of its own: pools pay at once, as LayerZero carries it, for a fee here. */
export const bridge: Bridge = {
  name: 'stargate',
  title: 'Stargate',
  // test/crossing/stargate-result.json: with a message, without the swap, rounded up
  depositGas: gas(330_000n),
  // the message's fee pays for all of it
  paymentGas: gas(0n),
  listRoutes,
  async offer(route, deposited, { source, destination, arrival }) {
    const [here, there] = [toSide(source), toSide(destination)]
    const symbol = route.symbol as StargateSymbol
    const [asset, toAsset] = [here.network.assets[symbol], there.network.assets[symbol]]
    if (asset === undefined || toAsset === undefined) return undefined
    const [quoted, value, ...known] = await Promise.all([
      readPoolQuote(here, asset.pool, { toEid: there.network.eid, deposited }),
      readMessageFee(here, route, { deposited, arrival }),
      hasPool(here, asset),
      hasPool(there, toAsset),
    ])
    if (quoted === undefined || value === undefined || known.includes(false) || deposited > quoted.most)
      return undefined
    const received = (quoted.received * 10n ** BigInt(toAsset.decimals)) / 10n ** BigInt(asset.decimals)
    const fee = toFee(route, deposited, received)
    const paid = quoteBridge(route, deposited, fee)
    return paid === undefined ? undefined : { fee, paid, value, usualSeconds: 180 }
  },
  toTerms,
  quote: quoteBridge,
  listFailures: listCompletionFailures,
  findDeposit(receipt, source) {
    const place = findStargatePlace(source)
    return place && findSent(receipt, place)?.deposit
  },
  track: (hash, { source, destination }, crossing) =>
    trackCrossing(hash, { source: toSide(source), destination: toSide(destination), crossing }),
  listRecoveries(state, crossing, now) {
    if (state.state !== 'bridging' || state.completion === undefined) return listClaimRecoveries(state, crossing, now)
    return [{ action: 'complete', ...state.completion, by: undefined, until: undefined }]
  },
}

const toSide = ({ network, reader }: CrossingEnd): StargateSide => {
  const place = findStargatePlace(network)
  if (place === undefined) throw new RangeError(`Stargate is not on ${network.name}`)
  return { ...place, reader }
}
