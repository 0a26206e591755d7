/** @import { Deployed, FamilyContext } from '../../../../scripts/sandbox-state/shapes.ts' */

/** Ports: no package has Lido's own code. The sandbox's token list has another wstETH, with pools, without stETH behind it. */
const plan = { staked: 900, earned: 203.6, backed: 11, wrapped: 310 }

/**
 * Anyone can get stETH by `submit`, for native currency.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const { create, call, raw } = context
  const codes = context.compile(['StEthPort', 'WstEthPort'])
  const steth = await create(codes.StEthPort, ['bool'], [true])
  const wsteth = await create(codes.WstEthPort, ['address'], [steth])
  const [staked, earned] = [raw('WETH', plan.staked), raw('WETH', plan.earned)]
  const [backed, wrapped] = [raw('WETH', plan.backed), raw('WETH', plan.wrapped)]
  await call(steth, 'fill(uint256,uint256,uint256,address,uint256)', [staked + earned, staked, backed, wsteth, wrapped])
  const known = [{ address: wsteth, tokens: [steth, wsteth], feePpm: 0 }]
  return {
    venues: [{ protocol: 'lido', name: 'lido', title: 'Lido', factory: wsteth, feesPpm: [], pools: known }],
    pools: [{ venue: 'lido', symbols: ['stETH', 'wrapped stETH'], feePpm: 0, address: wsteth }],
  }
}
