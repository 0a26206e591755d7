/** A swap through one venue of the sandbox: it brings what was quoted. */
import { expect } from 'vitest'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, evm, ppm } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { familyPools, sandboxGround } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import type { SandboxTrade } from '../conformance/family.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, type SandboxApp, trader0 } from './fixture.ts'

const listed: readonly (readonly [string, Address])[] = Object.entries(sandboxGround.tokens).map(
  ([symbol, { address }]) => [symbol, address],
)
const known = new Set(listed.map(([, address]) => address))

/** Tokens that no list names, as shares of vaults, by the symbols of the pools that trade them. */
const unlisted = familyPools.flatMap(({ address, symbols }) => {
  const own = network.venues.flatMap(({ pools = [] }) => pools).find((pool) => pool.address === address)
  const tokens = own?.tokens.filter((token) => !known.has(token)) ?? []
  const names = symbols.filter((symbol) => !Object.hasOwn(sandboxGround.tokens, symbol))
  return names.map((symbol, i) => [symbol, tokens[i] ?? address] as const)
})
const addresses = new Map<string, Address>([...unlisted, ...listed])

/** A token of the sandbox by its symbol. */
export const findToken = (symbol: string): Address => addresses.get(symbol) ?? evm(symbol)

/** Of the account that trades. */
export const readHeld = async (rpc: Rpc, token: Address): Promise<bigint> =>
  uintAt(await rpc('eth_call', { to: token, data: callData('0x70a08231', addressWord(trader0)) }, 'latest'), 0)

/** From the treasury, if the account that trades has less. */
async function provide(rpc: Rpc, token: Address, raw: bigint): Promise<void> {
  const missing = raw - (await readHeld(rpc, token))
  if (missing <= 0n) return
  const { treasury } = sandboxGround
  await rpc('anvil_impersonateAccount', treasury)
  await rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  await sendFrom(rpc, { from: treasury, to: token, data: callData('0xa9059cbb', addressWord(trader0), word(missing)) })
}

export async function swapBy(
  { components }: Pick<SandboxApp, 'components'>,
  rpc: Rpc,
  [venue, sell, buy, raw]: SandboxTrade,
) {
  await provide(rpc, findToken(sell), raw)
  const trader = await components.trader()
  const request = createQuoteRequest(findToken(sell), findToken(buy), raw, { include: [venue] })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxImpact: ppm(900_000) }
  return trader.swap(createSwapRequest({ request }, { guards }), autoConfirm())
}

export async function expectSwapped(app: Pick<SandboxApp, 'components'>, rpc: Rpc, trade: SandboxTrade): Promise<void> {
  const [venue, , buy, , how] = trade
  const before = await readHeld(rpc, findToken(buy))
  const { intent, quote } = await swapBy(app, rpc, trade)
  const used = quote?.route.legs.map(({ pool }) => pool.venue.name) ?? []
  expect(how === 'split' ? [...new Set(used)] : used).toEqual([venue])
  expect(intent?.stage).toBe('confirmed')
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
  expect(await readHeld(rpc, findToken(buy))).toBe(before + (quote?.route.amountOut ?? 0n))
}
