/** `holds` in whole tokens; `fees` in 10^-5 of what is sold of each of `symbols`. */
const plan = [
  { symbols: ['WETH', 'USDC'], holds: [115, 115 * 2_500.2], fees: [300, 250] },
  { symbols: ['USDC', 'USDT'], holds: [260_000, 260_090], fees: [40, 40] },
]

/** Ports: no package has Camelot's own code. */
export async function deployFamily(context) {
  const factory = await context.create(context.compile(['PairFeesFactoryPort']).PairFeesFactoryPort)
  const pools = []
  for (const one of plan) pools.push(await deployPair(context, factory, one))
  const facts = { feeFrom: 'reserves', feeUnit: 100_000, stableFlag: '0x9e548b7f' }
  const venue = { protocol: 'pair-fees', name: 'camelot-v2', title: 'Camelot V2', feesPpm: [3_000], facts, factory }
  return { venues: [venue], pools }
}

async function deployPair({ tokens, call, read, give }, factory, { symbols, holds, fees }) {
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'createPair(address,address)', pair)
  const [address] = await read(factory, 'getPair(address,address) view returns (address)', pair)
  for (const [i, symbol] of symbols.entries()) await give(symbol, holds[i], address)
  const ordered = pair[0] < pair[1] ? fees : fees.toReversed()
  await call(address, 'set(uint16,uint16,bool)', [...ordered, false])
  await call(address, 'sync()', [])
  return { venue: 'camelot-v2', symbols, feePpm: 3_000, address }
}
