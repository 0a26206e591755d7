/** @import { Deployed, FamilyContext } from '../../../../scripts/sandbox-state/shapes.ts' */

/**
 * A port between tokens of its own: the sandbox's DAI cannot be created. Anyone can `mint` them.
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const { create, call, maker, raw } = context
  const codes = context.compile(['DaiUsdsPort', 'JoinedTokenPort'])
  const dai = await create(codes.JoinedTokenPort, ['string', 'string'], ['Old Dollar', 'DAI'])
  const usds = await create(codes.JoinedTokenPort, ['string', 'string'], ['New Dollar', 'USDS'])
  const address = await create(codes.DaiUsdsPort, ['address', 'address'], [dai, usds])
  for (const token of [dai, usds]) await call(token, 'mint(address,uint256)', [maker, raw('DAI', 3_000_000)])
  const known = [{ address, tokens: [dai, usds], feePpm: 0 }]
  const venue = { protocol: 'dai-usds', name: 'dai-usds', title: 'DAI and USDS', factory: address, feesPpm: [0] }
  return {
    venues: [{ ...venue, pools: known }],
    pools: [{ venue: 'dai-usds', symbols: ['old dollar', 'new dollar'], feePpm: 0, address }],
  }
}
