import type { Bridge, CrossingEnd } from '#domain/crossing/bridge'
import { quoteBridge, toBridgeTerms } from '#domain/crossing/bridge-terms'
import { type Address, gas, hex, wei } from '#domain/units'
import { listClaimRecoveries } from '#encoding/crossing/recover'
import { listFailures, offerFee } from './quote.ts'
import { findAcrossNetwork, listRoutes } from './routes.ts'
import { type AcrossSide, findDeposit, trackCrossing } from './track.ts'

/** Across: relayers pay at once, and are repaid by its hub. */
export const bridge: Bridge = {
  name: 'across',
  title: 'Across',
  // what `fillRelay` takes with the call of our contract, without the delivery: test/crossing/result.json, rounded up
  paymentGas: gas(180_000n),
  // `swap and deposit` without the swap, there, rounded up
  depositGas: gas(110_000n),
  listRoutes,
  async offer(route, deposited, { source, destination, paymentCost }) {
    const open = await Promise.all([
      isOpen(source, route.contract, depositsSelector),
      isOpen(destination, route.toContract, fillsSelector),
    ])
    if (open.includes(false)) return undefined
    const fee = offerFee(paymentCost)
    const paid = quoteBridge(route, deposited, fee)
    return paid === undefined ? undefined : { fee, paid, value: wei(0n), usualSeconds: 60 }
  },
  toTerms: toBridgeTerms,
  quote: quoteBridge,
  listFailures,
  findDeposit(receipt, source) {
    const pool = findAcrossNetwork(source)?.spokePool
    return pool && findDeposit(receipt, pool)
  },
  track: (hash, { source, destination }, crossing) =>
    trackCrossing(hash, { source: toSide(source), destination: toSide(destination), crossing }),
  listRecoveries: listClaimRecoveries,
}

/** pausedDeposits() */
const depositsSelector = '0x6068d6cb'
/** pausedFills() */
const fillsSelector = '0xdda52113'

/** An address without a pool answers nothing. */
async function isOpen({ reader }: CrossingEnd, pool: Address, selector: string): Promise<boolean> {
  const answer = await reader.call(pool, hex(selector))
  return answer.length === 66 && BigInt(answer) === 0n
}

const toSide = ({ network, reader }: CrossingEnd): AcrossSide => {
  const spokePool = findAcrossNetwork(network)?.spokePool
  if (spokePool === undefined) throw new RangeError(`Across is not on ${network.name}`)
  return { chainId: network.chainId, spokePool, reader }
}
