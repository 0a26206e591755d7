/** Pools that are not traded by a push or a callback: Uniswap v4's PoolManager and a StableSwap of the Saddle family. */
import { readFileSync } from 'node:fs'
import { AbiCoder, Interface } from 'ethers'
import type { Move } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, nativeToken } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { getTestContractCode } from './compile.ts'
import { encodeCall, ether, poolOf, type Rig } from './rig.ts'

/** Recorded from npm packages by `scripts/record-far-pools.mjs`. */
const packages: readonly { readonly contracts: Readonly<Record<string, string>> }[] = JSON.parse(
  readFileSync('test/contracts/far-pools.data.json', 'utf8'),
)

function readRecorded(contract: string): string {
  const code = packages.map(({ contracts }) => contracts[contract]).find((one) => one !== undefined)
  if (code === undefined) throw new Error(`${contract} is not recorded`)
  return code
}

const keyType = '(address, address, uint24, int24, address)'
const manager = new Interface([`function initialize(${keyType}, uint160) returns (int24)`])
const filler = new Interface([`function mint(address, ${keyType}, (int24, int24, uint128)[])`])
const pool = new Interface([
  'function initialize(address[], uint8[], string, string, uint256 a, uint256 fee, uint256 adminFee, address lpToken)',
  'function addLiquidity(uint256[], uint256, uint256)',
])
const token = new Interface(['function initialize(string, string)'])
const hold = 10n ** 6n * ether
const [keyFee, tickSpacing] = [3000, 60]

/** A manager with a pool for each of `pairs`, with a million of each token. */
export async function deployVault(rig: Rig, pairs: readonly (readonly [Address, Address])[]): Promise<Address> {
  const owner = new AbiCoder().encode(['address'], [rig.maker]).slice(2)
  const vault = await rig.deploy(rig.maker, readRecorded('PoolManager') + owner)
  const made = await rig.deploy(rig.maker, getTestContractCode('VaultFiller'))
  for (const pair of pairs) {
    const [currency0, currency1] = pair.toSorted()
    for (const one of pair)
      await rig.send({ from: rig.maker, to: one, data: encodeCall('transfer', [made, 2n * hold]) })
    const key = [currency0, currency1, keyFee, tickSpacing, nativeToken]
    const opened = manager.encodeFunctionData('initialize', [key, 2n ** 96n])
    await rig.send({ from: rig.maker, to: vault, data: opened })
    const data = filler.encodeFunctionData('mint', [vault, key, [[-887220, 887220, hold]]])
    await rig.send({ from: rig.maker, to: made, data })
  }
  return vault
}

/** A pool with a million of each token. */
export async function deployStablePool(rig: Rig, tokens: readonly [Address, Address]): Promise<Address> {
  const library = await rig.deploy(rig.maker, readRecorded('SwapUtilsExternal'))
  const linked = readRecorded('StableSwap').replaceAll(/__\$[0-9a-f]{34}\$__/g, library.slice(2))
  const [made, lp] = [await rig.deploy(rig.maker, linked), await rig.deploy(rig.maker, readRecorded('LPToken'))]
  await rig.send({ from: rig.maker, to: lp, data: token.encodeFunctionData('initialize', ['LP', 'LP']) })
  const settings = [[...tokens], [18, 18], 'LP', 'LP', 200n, 4_000_000n, 0n, lp]
  await rig.send({ from: rig.maker, to: made, data: pool.encodeFunctionData('initialize', settings) })
  for (const one of tokens) await rig.send({ from: rig.maker, to: one, data: encodeCall('approve', [made, hold]) })
  const liquidity = pool.encodeFunctionData('addLiquidity', [[hold, hold], 0n, 2n ** 40n])
  await rig.send({ from: rig.maker, to: made, data: liquidity })
  return made
}

/** The same, with the adapter for it. */
export async function deployStableSwap(rig: Rig, tokens: readonly [Address, Address]) {
  const made = await deployStablePool(rig, tokens)
  const adapter = listDeployables({ router: 'storage' }).find(({ name }) => name === 'stable-swap')
  if (adapter === undefined) throw new Error('there is no adapter for it')
  await rig.send({ from: rig.maker, to: deployer, data: adapter.data })
  return { pool: made, adapter: adapter.address, tokens }
}

const legOf = (move: Move, tokens: readonly [Address, Address], share32: number): Leg => ({
  pool: poolOf(move.move, move.pool, tokens),
  move,
  tokenIn: tokens[0],
  tokenOut: tokens[1],
  share32,
  amountIn: amount(0n),
  amountOut: amount(0n),
})

export function vaultLeg(vault: Address, [sold, bought]: readonly [Address, Address], share32 = wholeShare): Leg {
  const rest = { keyFee, tickSpacing, hooks: evm(nativeToken), zeroForOne: sold < bought }
  return legOf({ move: 'vault', pool: vault, ...rest }, [sold, bought], share32)
}

export function stableLeg(
  { pool: target, adapter, tokens }: Awaited<ReturnType<typeof deployStableSwap>>,
  sold: Address,
  share32 = wholeShare,
): Leg {
  const from = tokens.indexOf(sold)
  const bought = tokens[1 - from] ?? sold
  const data = from * 2 ** 24 + (1 - from)
  return legOf({ move: 'adapter', pool: adapter, target, data }, [sold, bought], share32)
}
