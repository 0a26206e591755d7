/**
 * @import { Deployed, FamilyContext, TokenSymbol } from '../../../../scripts/sandbox-state/shapes.ts'
 * @typedef {{ gem: TokenSymbol, holds: Record<'gem' | 'dai', number>, fees: Record<'tin' | 'tout', bigint> }} Planned
 */

/**
 * A port: Sky's own code is in no package. `holds` in whole tokens, fees in parts of 10^18.
 * @type {Planned}
 */
const plan = { gem: 'USDC', holds: { gem: 830_000, dai: 410_000 }, fees: { tin: 0n, tout: 5n * 10n ** 13n } }

/**
 * @param {FamilyContext} context
 * @returns {Promise<Deployed>}
 */
export async function deployFamily(context) {
  const { tokens, create, call, read, give } = context
  const [gem, dai] = [tokens[plan.gem], tokens.DAI]
  const code = context.compile(['PsmPort']).PsmPort
  const address = await create(code, ['address', 'address', 'uint8'], [gem.address, dai.address, gem.decimals])
  for (const [what, fee] of Object.entries(plan.fees))
    await call(address, 'file(bytes32,uint256)', [`0x${Buffer.from(what).toString('hex').padEnd(64, '0')}`, fee])
  const [pocket] = /** @type {[string]} */ (await read(address, 'pocket() view returns (address)'))
  await give(plan.gem, plan.holds.gem, pocket)
  await give('DAI', plan.holds.dai, address)
  const known = [{ address, tokens: [gem.address, dai.address], feePpm: 0 }]
  return {
    venues: [{ protocol: 'psm', name: 'litepsm', title: 'Sky LitePSM', factory: address, feesPpm: [], pools: known }],
    pools: [{ venue: 'litepsm', symbols: [plan.gem, 'DAI'], feePpm: 0, address }],
  }
}
