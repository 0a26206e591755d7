/** Ports: Lido's own code is in no package. The sandbox's list has another wstETH, with pools, which nothing stands behind. */
const plan = { staked: 900, earned: 203.6, backed: 11, wrapped: 310 }

/** Who stakes with `submit` has stETH: native currency is all it takes. */
export async function lay(stage) {
  const { create, call, raw } = stage
  const codes = stage.compile(['StEthPort', 'WstEthPort'])
  const steth = await create(codes.StEthPort, ['bool'], [true])
  const wsteth = await create(codes.WstEthPort, ['address'], [steth])
  const [staked, earned, backed, wrapped] = Object.values(plan).map((one) => raw('WETH', one))
  await call(steth, 'fill(uint256,uint256,uint256,address,uint256)', [staked + earned, staked, backed, wsteth, wrapped])
  const known = [{ address: wsteth, tokens: [steth, wsteth], feePpm: 0 }]
  return {
    venues: [{ protocol: 'lido', name: 'lido', title: 'Lido', factory: wsteth, feesPpm: [], pools: known }],
    pools: [{ venue: 'lido', symbols: ['stETH', 'wrapped stETH'], feePpm: 0, address: wsteth }],
  }
}
