/** `holds` in whole tokens. A stable pool starts with equal amounts. */
const plan = [
  { stable: false, symbols: ['WETH', 'USDC'], holds: [330, 330 * 2_500.9] },
  { stable: false, symbols: ['WETH', 'DAI'], holds: [85, 85 * 2_499.4] },
  { stable: false, symbols: ['UNI', 'WETH'], holds: [60_000, 60_000 * 0.003203] },
  { stable: false, symbols: ['USDC', 'USDT'], holds: [120_000, 120_060] },
  { stable: true, symbols: ['USDC', 'USDT'], holds: [1_200_000, 1_240_000] },
  { stable: true, symbols: ['USDC', 'DAI'], holds: [730_000, 655_000] },
]

export async function deployFamily(context) {
  const implementation = await context.create(context.recorded('source-pools', 'Pool'))
  const factory = await context.create(context.recorded('source-pools', 'PoolFactory'), ['address'], [implementation])
  const pools = []
  for (const one of plan) pools.push(await deployPool(context, factory, one))
  // One pool with a custom fee, as governance sets it.
  await context.call(factory, 'setCustomFee(address,uint256)', [pools[1].address, 100])
  pools[1].feePpm = 10_000
  return {
    venues: [{ protocol: 'solidly-v2', name: 'aerodrome', title: 'Aerodrome', factory, feesPpm: [500, 3_000] }],
    pools,
  }
}

async function deployPool({ tokens, maker, call, read, give }, factory, { stable, symbols, holds }) {
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'createPool(address,address,bool)', [...pair, stable])
  const [address] = await read(factory, 'getPool(address,address,bool) view returns (address)', [...pair, stable])
  const first = stable ? [Math.min(...holds), Math.min(...holds)] : holds
  for (const [i, symbol] of symbols.entries()) await give(symbol, first[i], address)
  await call(address, 'mint(address)', [maker])
  for (const [i, symbol] of symbols.entries()) if (holds[i] > first[i]) await give(symbol, holds[i] - first[i], address)
  await call(address, 'sync()', [])
  return { venue: 'aerodrome', symbols, feePpm: stable ? 500 : 3_000, address }
}
