/** What an account holds after the rows of a plan so far, and what of it has to stay for gas. */
import type { QuoteContext } from '#app/context'
import { toFeeAmount } from '#app/funds-in-tokens'
import { findGasToken } from '#app/gas-token'
import { nativeOf } from '#app/tokens'
import { fetchGasReserve, readHeld } from '#app/trade/allowance/balances'
import type { Chain } from '#domain/chain/port'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import { type Address, nativeToken, type Wei } from '#domain/units'

export interface PlannedBalances {
  /** Below 0 if it lacks some. */
  read(token: Token): Promise<bigint>
  /** What a sale of all leaves: 0 but for what pays for gas. */
  readReserve(token: Token): Promise<bigint>
  /** Changes what was read, or will be, by the outcome of a row. */
  add(token: Token, change: bigint): void
  /** @param cost in wei */
  payGas(cost: Wei): void
  /** What pays for gas, with what is left of it once `more` wei are paid. */
  leftForGas(more: bigint): { readonly token: Token; readonly left: bigint }
}

/** Native currency has one balance, under whatever address and decimals it is shown. */
export async function openPlannedBalances(
  context: Pick<QuoteContext, 'clock'>,
  chain: Chain,
  owner: Address,
): Promise<PlannedBalances> {
  const { network } = chain
  const payer = await findGasToken(chain, owner)
  const held = new Map<Address, bigint>()
  /** Of balances that were not read yet. */
  const changes = new Map<Address, bigint>()
  const reserves = new Map<Address, bigint>()
  const read = async (token: Token): Promise<bigint> => {
    const { address, unit } = accountOf(network, token)
    const known = held.get(address)
    if (known !== undefined) return known / unit
    const holding = await readHeld(context, chain, owner, unit === 1n ? token : nativeOf(network))
    const found = holding + (changes.get(address) ?? 0n)
    held.set(address, found)
    return found / unit
  }
  const add = (token: Token, change: bigint): void => {
    const { address, unit } = accountOf(network, token)
    const known = held.has(address) ? held : changes
    known.set(address, (known.get(address) ?? 0n) + change * unit)
  }
  const toPaid = (cost: bigint): bigint =>
    network.feeToken === undefined ? cost : toFeeAmount(network, network.feeToken, cost)
  await read(payer)
  return {
    read,
    add,
    async readReserve(token) {
      const known = reserves.get(token.address)
      const reserve = known ?? (await fetchGasReserve(chain, owner, token))
      reserves.set(token.address, reserve)
      return reserve
    },
    payGas: (cost) => add(payer, -toPaid(cost)),
    leftForGas: (more) => ({ token: payer, left: (held.get(payer.address) ?? 0n) - toPaid(more) }),
  }
}

/** Where a token's balance is counted, and how much of that its smallest unit is. */
function accountOf({ native, nativeTwins = [] }: Network, { address, decimals }: Token) {
  return nativeTwins.includes(address)
    ? { address: nativeToken, unit: 10n ** BigInt(native.decimals - decimals) }
    : { address, unit: 1n }
}
