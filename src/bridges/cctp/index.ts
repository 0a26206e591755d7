import type { Bridge, CrossingEnd, CrossingEnds } from '#domain/crossing/bridge'
import { quoteBridge, toBridgeTerms } from '#domain/crossing/bridge-terms'
import { listCompletionFailures } from '#domain/crossing/completion-failures'
import { gas, noBytes, wei } from '#domain/units'
import { decodeCompletionCall } from '#encoding/crossing/completion'
import { listClaimRecoveries } from '#encoding/crossing/recover'
import { askAgain } from './complete.ts'
import { readBurnLimit } from './limits.ts'
import { chooseFee, feesPath, readFees, usualSeconds } from './quote.ts'
import { findCctpPlace, listRoutes } from './routes.ts'
import { type CctpSide, findDeposit, trackCrossing } from './track.ts'

/** Circle's CCTP V2: USDC is burned here and minted there, once Circle has signed for the burn. */
export const bridge: Bridge = {
  name: 'cctp',
  title: 'CCTP',
  // `complete` without the delivery: test/crossing/cctp-result.json, rounded up
  paymentGas: gas(220_000n),
  // `swap and burn` without the swap, there, rounded up
  depositGas: gas(230_000n),
  listRoutes,
  async offer(route, deposited, ends) {
    const [source, destination] = [toSide(ends.source), toSide(ends.destination)]
    if (deposited > (await readBurnLimit(source, destination))) return undefined
    const { finality, fee } = chooseFee(await askForFees(ends))
    const paid = quoteBridge(route, deposited, fee)
    if (paid === undefined) return undefined
    return { fee, paid, value: wei(0n), usualSeconds: usualSeconds[finality], completionCost: ends.paymentCost }
  },
  toTerms: toBridgeTerms,
  quote: quoteBridge,
  listFailures: listCompletionFailures,
  findDeposit(receipt, source) {
    const place = findCctpPlace(source)
    return place && findDeposit(receipt, place)?.deposit
  },
  track: (hash, { source, destination, service }, crossing) =>
    trackCrossing(hash, { source: toSide(source), destination: toSide(destination), service, crossing }),
  async renew(state, { service }) {
    const { isLapsed, data = noBytes } = (state.state === 'bridging' && state.completion) || {}
    const lapsed = decodeCompletionCall(data)
    if (isLapsed !== true || lapsed === undefined || service === undefined)
      throw new RangeError('nothing was signed that could be signed again')
    await askAgain(service, lapsed.message)
  },
  listRecoveries(state, crossing, now) {
    if (state.state !== 'bridging' || state.completion === undefined) return listClaimRecoveries(state, crossing, now)
    return [{ action: 'complete', ...state.completion, by: undefined, until: undefined }]
  },
}

const toSide = ({ network, reader }: CrossingEnd): CctpSide => {
  const place = findCctpPlace(network)
  if (place === undefined) throw new RangeError(`CCTP is not on ${network.name}`)
  return { ...place, reader }
}

async function askForFees({ source, destination, service }: CrossingEnds): Promise<ReturnType<typeof readFees>> {
  if (service === undefined) return {}
  const path = feesPath(toSide(source).network.domain, toSide(destination).network.domain)
  // without its word a burn is attested when it is final, as a rule for nothing
  return readFees(await service(path).catch(() => undefined))
}
