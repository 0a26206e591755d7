/** `holds` and `worth` in whole tokens; fees and the multiplier in 10^-10. */
const plan = [
  {
    venue: 'curve',
    symbols: ['DAI', 'USDC', 'USDT'],
    holds: [2_350_000, 2_180_000, 2_520_000],
    a: 4_000,
    precision: 1,
    fee: 1_000_000,
  },
  {
    venue: 'curve',
    symbols: ['USDC', 'DAI'],
    holds: [310_000, 355_000],
    a: 200,
    precision: 100,
    fee: 4_000_000,
    once: true,
  },
  { venue: 'curve-ng', symbols: ['USDC', 'USDT'], holds: [880_000, 690_000], a: 1_500, fee: 1_000_000, offpeg: 2e10 },
  {
    venue: 'curve-ng',
    symbols: ['WETH', 'wstETH'],
    holds: [640, 505],
    a: 1_000,
    fee: 1_000_000,
    offpeg: 5e10,
    worth: [1, 1.1804],
  },
]

const settings =
  'tuple(bool isNew, bool dividedOnce, uint256 precision, uint256 a, uint256 fee, uint256 adminFee, uint256 offpeg)'
const titles = { curve: 'Curve', 'curve-ng': 'Curve StableSwap-NG' }

/** Ports: Curve's own code is in no package. */
export async function lay(stage) {
  const code = stage.compile(['CurveStablePort']).CurveStablePort
  const pools = []
  for (const one of plan) pools.push(await layPool(stage, code, one))
  const venues = Object.entries(titles).map(([name, title]) => {
    const own = pools.filter(({ venue }) => venue === name)
    const known = own.map(({ address, feePpm, symbols, facts }) => ({
      address,
      tokens: symbols.map((symbol) => stage.tokens[symbol].address),
      feePpm,
      facts: { ...facts, decimals: symbols.map((symbol) => stage.tokens[symbol].decimals) },
    }))
    return { protocol: 'curve-stable', name, title, factory: own[0].address, feesPpm: [], pools: known }
  })
  return { venues, pools }
}

async function layPool(stage, code, { venue, symbols, holds, a, precision = 100, fee, offpeg, once = false, worth }) {
  const { tokens, create, call, give, raw } = stage
  const isNew = offpeg !== undefined
  const placed = symbols.map((symbol) => tokens[symbol])
  const chosen = [isNew, once || isNew, precision, a * precision, fee, 5e9, offpeg ?? 0]
  const rates = placed.map(({ decimals }, i) => rateOf(decimals, worth?.[i] ?? 1))
  const types = [settings, 'address[]', 'uint256[]']
  const address = await create(code, types, [chosen, placed.map((one) => one.address), rates])
  for (const [i, symbol] of symbols.entries()) {
    await give(symbol, holds[i])
    await call(placed[i].address, 'approve(address,uint256)', [address, raw(symbol, holds[i])])
  }
  await call(address, 'fill(uint256[])', [symbols.map((symbol, i) => raw(symbol, holds[i]))])
  const facts = isNew ? { ng: true } : { precision, dividedOnce: once }
  return { venue, symbols, feePpm: fee / 10_000, address, facts }
}

/** Makes an amount one of 18 decimals, with 18 more. */
const rateOf = (decimals, worth) => (10n ** BigInt(36 - decimals) * BigInt(Math.round(worth * 1e6))) / 1_000_000n
