import { AbiCoder, getCreate2Address, keccak256, solidityPackedKeccak256, TypedDataEncoder } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Address, hex } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import { quoteV3, readPrice } from './pool-price.ts'
import { readContract } from './read.ts'

const { tokens, factories } = sandboxGround
const dollars = {
  WETH: 2_500,
  USDC: 1,
  USDT: 1,
  DAI: 1,
  WBTC: 60_000,
  wstETH: 2_950,
  UNI: 8,
  FOT: 0.1,
  'fake USDC': 0,
} as const
const trusted = sandboxPools.filter(({ pair }) => !pair.some((symbol) => symbol === 'fake USDC'))

let chain: RunningChain
beforeAll(async () => {
  const begun = performance.now()
  chain = await startChain()
  console.info(`${sandboxPools.length} pools up in ${Math.round(performance.now() - begun)} ms`)
})
afterAll(() => chain.stop())

test('the network entry matches the addresses of the contracts', () => {
  const places = new Map(network.tokens.map(({ symbol, address, decimals }) => [symbol, { address, decimals }]))
  const { 'fake USDC': fake, ...real } = tokens
  expect(Object.fromEntries(places)).toEqual(real)
  expect([...places.values()].map(({ address }) => address)).not.toContain(fake.address)
  expect(Object.fromEntries(network.venues.map(({ name, factory }) => [name, factory]))).toMatchObject(factories)
  expect(network.wrapped).toBe(tokens.WETH.address)
})

describe('the contracts are the real ones', () => {
  /** Of the pools' creation code on every chain where the protocols' authors deployed it themselves. */
  const initCodeHash = {
    v2: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
    v3: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
  } as const

  test.each(sandboxPools)('$venue $pair $feePpm is at the CREATE2 address of the original', async (pool) => {
    const { tokens: pair } = await readPrice(chain.rpc, pool.venue, pool.address)
    const factory = factories[pool.venue]
    const address =
      pool.venue === 'uniswap-v3'
        ? getCreate2Address(
            factory,
            keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'address', 'uint24'], [...pair, pool.feePpm])),
            initCodeHash.v3,
          )
        : getCreate2Address(factory, solidityPackedKeccak256(['address', 'address'], pair), initCodeHash.v2)
    expect(address.toLowerCase()).toBe(pool.address)
  })

  test('Multicall3 answers call by call, including the failed ones', async () => {
    const aggregate3 = 'aggregate3(tuple(address, bool, bytes)[]) returns (tuple(bool, bytes)[])'
    const chainId = [network.multicall, false, '0x3408e470']
    const failing = [tokens.DAI.address, true, '0xffffffff']
    const [results] = await readContract(chain.rpc, network.multicall, aggregate3, [chainId, failing])
    expect(results.map(([ok]: [boolean]) => ok)).toEqual([true, false])
    expect(BigInt(results[0][1])).toBe(31_337n)
  })

  test('there are at least 24 pools, one of them with 2,000 initialised ticks', async () => {
    expect(sandboxPools.length).toBeGreaterThanOrEqual(24)
    const deep = poolOf('uniswap-v3', 'WETH', 'USDC', 500)
    let ticks = 0
    for (let word = -347; word <= 346; word++) {
      const [bits] = await readContract(chain.rpc, deep, 'tickBitmap(int16) returns (uint256)', word)
      ticks += [...bits.toString(2)].filter((bit) => bit === '1').length
    }
    expect(ticks).toBe(2_000)
  })
})

describe('prices', () => {
  test.each(trusted)('$venue $pair $feePpm is within 1.5 % of its worth', async ({ venue, pair: [a, b], address }) => {
    const { tokens: ordered, price } = await readPrice(chain.rpc, venue, address)
    const scale = 10 ** (tokens[a].decimals - tokens[b].decimals)
    const perA = (ordered[0] === tokens[a].address ? price : 1 / price) * scale
    expect(perA / (dollars[a] / dollars[b])).toBeGreaterThan(0.985)
    expect(perA / (dollars[a] / dollars[b])).toBeLessThan(1.015)
  })

  test('10 ETH move the best pool by less than half a percent, and a second pool is worth its fee', async () => {
    const quote = async (feePpm: number, ether: bigint) => {
      const pool = poolOf('uniswap-v3', 'WETH', 'USDC', feePpm)
      const { tokens: ordered } = await readPrice(chain.rpc, 'uniswap-v3', pool)
      return Number(await quoteV3(chain.rpc, pool, ordered[0] === tokens.WETH.address, ether * 10n ** 17n)) / 1e6
    }
    const alone = await quote(500, 100n)
    expect(alone).toBeGreaterThan(25_000 * 0.995)
    expect(alone).toBeLessThan(25_000)
    expect((await quote(500, 70n)) + (await quote(3_000, 30n))).toBeGreaterThan(alone)
  })

  test('no cycle of two or three pools returns more than was put in', async () => {
    const edges: { from: string; to: string; rate: number }[] = []
    for (const { venue, address, feePpm } of trusted) {
      const { tokens: pair, price } = await readPrice(chain.rpc, venue, address)
      edges.push({ from: pair[0], to: pair[1], rate: price * (1 - feePpm / 1e6) })
      edges.push({ from: pair[1], to: pair[0], rate: (1 - feePpm / 1e6) / price })
    }
    const best = (from: string, to: string) =>
      Math.max(0, ...edges.filter((edge) => edge.from === from && edge.to === to).map(({ rate }) => rate))
    const all = [...new Set(edges.map(({ from }) => from))]
    const circles = all.flatMap((a) =>
      all.flatMap((b) => [best(a, b) * best(b, a), ...all.map((c) => best(a, b) * best(b, c) * best(c, a))]),
    )
    expect(Math.max(...circles)).toBeGreaterThan(0.99)
    expect(Math.max(...circles)).toBeLessThan(1)
  })

  test('DAI and WBTC have no pool of their own', async () => {
    const pair = [tokens.DAI.address, tokens.WBTC.address]
    for (const venue of ['uniswap-v2', 'sushi-v2'] as const) {
      const [none] = await readContract(
        chain.rpc,
        factories[venue],
        'getPair(address, address) returns (address)',
        ...pair,
      )
      expect(BigInt(none)).toBe(0n)
    }
    for (const fee of [100, 500, 3_000, 10_000]) {
      const method = 'getPool(address, address, uint24) returns (address)'
      expect(BigInt((await readContract(chain.rpc, factories['uniswap-v3'], method, ...pair, fee))[0])).toBe(0n)
    }
  })
})

describe('tokens', () => {
  const [alice, bob] = devAccounts.map(({ address }) => address) as [Address, Address]
  const send = (to: Address, data: string) => sendFrom(chain.rpc, { from: alice, to, data: hex(data) })
  const call = (to: string, data: string) => chain.rpc<string>('eth_call', { from: alice, to, data }, 'latest')
  const argument = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
  const approve = (value: bigint) => `0x095ea7b3${argument(bob)}${argument(value)}`
  const transfer = (value: bigint) => `0xa9059cbb${argument(bob)}${argument(value)}`

  test.each(Object.entries(tokens))(
    '%s reports its symbol and decimals, and every development account has some',
    async (symbol, { address, decimals }) => {
      expect((await readContract(chain.rpc, address, 'symbol() returns (string)'))[0]).toBe(symbol.replace('fake ', ''))
      expect((await readContract(chain.rpc, address, 'decimals() returns (uint8)'))[0]).toBe(BigInt(decimals))
      for (const account of devAccounts) {
        const [held] = await readContract(chain.rpc, address, 'balanceOf(address) returns (uint256)', account.address)
        expect(held).toBeGreaterThan(0n)
        expect(await chain.rpc('eth_getBalance', account.address, 'latest')).toBe('0x21e19e0c9bab2400000')
        expect(await chain.rpc('eth_getTransactionCount', account.address, 'latest')).toBe('0x0')
      }
    },
  )

  test('USDC signs permits for this chain', async () => {
    const domain = { name: 'USD Coin', version: '2', chainId: 31_337, verifyingContract: tokens.USDC.address }
    const [separator] = await readContract(chain.rpc, tokens.USDC.address, 'DOMAIN_SEPARATOR() returns (bytes32)')
    expect(separator).toBe(TypedDataEncoder.hashDomain(domain))
  })

  test('USDT returns nothing and refuses to change an allowance that is not zero', async () => {
    expect(await call(tokens.USDT.address, approve(5n))).toBe('0x')
    await send(tokens.USDT.address, approve(5n))
    await expect(call(tokens.USDT.address, approve(6n))).rejects.toThrow(/revert/)
    expect(await call(tokens.USDT.address, approve(0n))).toBe('0x')
  })

  test('FOT keeps 1 % of each transfer', async () => {
    const held = async () =>
      (await readContract(chain.rpc, tokens.FOT.address, 'balanceOf(address) returns (uint256)', bob))[0]
    const before = await held()
    await send(tokens.FOT.address, transfer(1_000n))
    expect((await held()) - before).toBe(990n)
  })

  test('the fake USDC has the better price and is not in the list', async () => {
    const bait = poolOf('uniswap-v2', 'WETH', 'fake USDC', 3_000)
    const [reserve0, reserve1] = await readContract(chain.rpc, bait, 'getReserves() returns (uint112, uint112, uint32)')
    const [fake, weth] = reserve0 < reserve1 ? [reserve0, reserve1] : [reserve1, reserve0]
    expect((Number(fake) / Number(weth)) * 1e12).toBeGreaterThan(3_000)
    expect(network.tokens.filter(({ symbol }) => symbol === 'USDC')).toHaveLength(1)
  })
})

function poolOf(venue: string, a: string, b: string, feePpm: number): string {
  const pool = sandboxPools.find(
    (one) => one.venue === venue && one.pair[0] === a && one.pair[1] === b && one.feePpm === feePpm,
  )
  if (pool === undefined) throw new Error(`no ${venue} pool of ${a} and ${b}`)
  return pool.address
}
