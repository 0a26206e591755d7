/** On our ports. */
import { Interface } from 'ethers'
import type { Pool } from '#domain/pools/protocol'
import { protocol } from '#protocols/curve-crypto/index'
import { deployPort, million, orderedPool, setUpAdapter } from '#test/contracts/adapter-suite'
import { describeCurve, fillPool } from '#test/contracts/curve-suite'
import { ether, type Rig } from '#test/contracts/rig'

const types = ['tuple(uint8, uint256, uint256, uint256, uint256, uint256, bool)', 'address[]', 'uint256[]']
const port = new Interface(['function fill(uint256[], uint256[])'])

async function make(rig: Rig, kind: number): Promise<Pool> {
  const tokens = [rig.tokens.a, rig.tokens.b, rig.tokens.c].slice(0, kind === 0 || kind === 3 ? 2 : 3)
  const settings = [kind, 2_000_000n, 10n ** 14n, 3_000_000n, 30_000_000n, 5n * 10n ** 14n, false]
  const address = await deployPort(rig, 'CurveCryptoPort', types, [settings, tokens, tokens.map(() => 1n)])
  const amounts = [tokens.map(() => million), tokens.slice(1).map(() => ether)]
  await fillPool(rig, address, { tokens, fill: port.encodeFunctionData('fill', amounts) })
  return orderedPool(protocol.kind, address, tokens)
}

const stage = setUpAdapter(protocol, async (rig) => ({
  'a CryptoSwap': await make(rig, 0),
  'a Tricrypto': await make(rig, 1),
  'a Tricrypto-NG': await make(rig, 2),
  'a Twocrypto-NG': await make(rig, 3),
}))

describeCurve(
  stage,
  ['a CryptoSwap', 'a Tricrypto', 'a Tricrypto-NG', 'a Twocrypto-NG'],
  'get_dy(uint256, uint256, uint256)',
)
