const plan = { symbols: ['USDC', 'USDT'], feePpm: 40, holds: [800_000, 700_000] }

export async function deployFamily({ tokens, compile, create, call, read, give }) {
  const { symbols, feePpm, holds } = plan
  const factory = await create(compile(['PegFactory']).PegFactory)
  const pair = symbols.map((symbol) => tokens[symbol].address)
  await call(factory, 'make(address,address,uint256)', [...pair, feePpm])
  const [address] = await read(factory, 'pegOf(address,address) view returns (address, uint256)', pair)
  for (const [i, symbol] of symbols.entries()) await give(symbol, holds[i], address)
  const venue = { protocol: 'toy-peg', name: 'toy-peg', title: 'Toy peg', factory, feesPpm: [feePpm] }
  return { venues: [venue], pools: [{ venue: venue.name, symbols, feePpm, address }] }
}
