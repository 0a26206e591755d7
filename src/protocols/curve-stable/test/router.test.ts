/** On our ports: pools, and metapools over a base pool of b and c, which the router sees as pools of a and b. */
import { Interface } from 'ethers'
import type { Pool } from '#domain/pools/protocol'
import { evm } from '#domain/units'
import { protocol } from '#protocols/curve-stable/index'
import { deployPort, million, orderedPool, setUpAdapter } from '#test/contracts/adapter-suite'
import { describeCurve, fillPool } from '#test/contracts/curve-suite'
import { ether, type Rig } from '#test/contracts/rig'

const types = ['tuple(bool, bool, uint256, uint256, uint256, uint256, uint256)', 'address[]', 'uint256[]']
const port = new Interface([
  'function fill(uint256[])',
  'function token() view returns (address)',
  'function mintTo(address, uint256)',
])
const settingsOf = (isNew: boolean) => [isNew, isNew, 100n, 20_000n, 4_000_000n, 5_000_000_000n, 20_000_000_000n]
const fill = (each: bigint) => port.encodeFunctionData('fill', [[each, each]])

async function make(rig: Rig, isNew: boolean): Promise<Pool> {
  const tokens = [rig.tokens.a, rig.tokens.b]
  const address = await deployPort(rig, 'CurveStablePort', types, [settingsOf(isNew), tokens, [ether, ether]])
  await fillPool(rig, address, { tokens, fill: fill(million) })
  return { ...orderedPool(protocol.kind, address, tokens), facts: { ng: isNew } }
}

async function makeOver(rig: Rig, isNew: boolean): Promise<Pool> {
  const { a, b, c } = rig.tokens
  const base = await deployPort(rig, 'CurveBasePort', types, [settingsOf(isNew), [b, c], [ether, ether]])
  await fillPool(rig, base, { tokens: [b, c], fill: fill(million) })
  const asked = await rig.simulate({ from: rig.user, to: base, data: port.encodeFunctionData('token') })
  const shares = evm(`0x${asked.slice(-40)}`)
  const minted = port.encodeFunctionData('mintTo', [rig.maker, 2n * million])
  await rig.send({ from: rig.maker, to: base, data: minted })
  const values = [settingsOf(isNew), [a, shares], [ether, ether], base, [b, c], isNew, !isNew]
  const more = ['address', 'address[]', 'bool', 'bool']
  const address = await deployPort(rig, 'CurveMetaPort', [...types, ...more], values)
  await fillPool(rig, address, { tokens: [a, shares], fill: fill(million / 2n) })
  return { ...orderedPool(protocol.kind, address, [a, shares, b, c]), base, facts: { ng: isNew } }
}

const stage = setUpAdapter(protocol, async (rig) => ({
  'a StableSwap': await make(rig, false),
  'a StableSwap-NG': await make(rig, true),
  'a metapool of a StableSwap': await makeOver(rig, false),
  'a metapool of a StableSwap-NG': await makeOver(rig, true),
}))

describeCurve(stage, ['a StableSwap', 'a StableSwap-NG'], 'get_dy(int128, int128, uint256)')
describeCurve(
  stage,
  ['a metapool of a StableSwap', 'a metapool of a StableSwap-NG'],
  'get_dy_underlying(int128, int128, uint256)',
)
