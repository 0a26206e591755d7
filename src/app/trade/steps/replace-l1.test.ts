/** A replacement costs its L1 fee again: it counts in the limits of the step, which a cancellation needs a fraction of. */
import { expect, test } from 'vitest'
import { requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { planReplacement } from '#app/trade/steps/replace'
import type { Chain } from '#domain/chain/port'
import { evm, gas, hex, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const ether = 10n ** 18n
const gwei = 10n ** 9n
const network = getNetworkEntry('optimism')
const account = evm(`0x${'a1'.repeat(20)}`)
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const feesOf = (max: bigint, tip: bigint) => ({
  ...{ type: 2, maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(tip) },
})
const payload = {
  ...{
    from: account,
    to: evm(`0x${'b2'.repeat(20)}`),
    data: hex(`0x${'5a'.repeat(200)}`),
    value: wei(0n),
    chainId: 10,
  },
  ...{ gasLimit: gas(300_000n), fees: feesOf(gwei, gwei / 10n) },
}
// signed within 0.01 ETH
const budget = { maxPrice: wei(20n * gwei), maxCost: wei(ether / 100n), of: 'swap' as const }
const version = { kind: 'first', hash: word(1n), raw: '0x02', payload, budget }
const tx = {
  ...{ step: 'approve', nonce: 7, versions: [version], observations: [], mined: undefined, stage: 'submitted' },
  ...{ ...version, conclusion: { stage: 'submitted', isFinal: false, depth: 0 } },
}
interface Named {
  readonly maxGas?: bigint
  readonly market?: bigint
}

const intent = { id: 'it', kind: 'approve', network: 'optimism', chainId: 10, from: account, transactions: [tx] }

function plan(kind: 'speedup' | 'cancel', l1Fee: bigint, { maxGas, market = gwei }: Named = {}) {
  const chain = {
    network,
    allNonces: async () => [],
    fees: async () => feesOf(market, gwei / 10n),
    estimateGas: async () => 21_000n,
    balance: async () => wei(10n * ether),
    read: async () => [word(l1Fee), word(l1Fee)],
  } as unknown as Chain
  const context = { journal: { findByNonce: async () => [] } }
  const terms = { kind, bump: 125_000, maxFee: undefined, maxGas: maxGas === undefined ? undefined : wei(maxGas) }
  return planReplacement(context as never, { chain, intent, step: 'approve' } as never, terms as never)
}
const refused = { code: 'GAS_ABOVE_LIMIT' }

test.each(['speedup', 'cancel'] as const)('a %s within the limits of its step', async (kind) => {
  expect(await plan(kind, ether / 1_000n)).toMatchObject({ kind, payload: { fees: { type: 2 } } })
})

test.each(['speedup', 'cancel'] as const)('none of a %s whose L1 fee is above them', async (kind) => {
  await expect(plan(kind, ether / 5n)).rejects.toMatchObject(refused)
})

test('a cancellation is possible all the same, within a limit that the user names', async () => {
  expect(await plan('cancel', ether / 5n, { maxGas: ether })).toMatchObject({ payload: { to: account, value: 0n } })
})

test('the price leaves room for the L1 fee', async () => {
  // of 0.01 ETH 5/4 · 5/4 · 0.0056 ETH is left for it: 0.00125 ETH remain for 300,000 units
  const { payload: raised } = await plan('speedup', (56n * ether) / 10_000n, { market: 6n * gwei })
  expect(raised.fees).toEqual(feesOf(4_166_666_666n, 112_500_000n))
})

/** As the oracle counts it: 16 a byte, and 4 a byte that is zero. */
function chainOf(perUnit: () => bigint) {
  const l1FeeOf = (call: string) => {
    const bytes = call.slice(10 + 128).match(/../g) ?? []
    return bytes.reduce((sum, byte) => sum + (byte === '00' ? 4n : 16n), 0n) * perUnit()
  }
  return {
    network,
    allNonces: async () => [],
    fees: async () => feesOf(6n * gwei, gwei / 10n),
    balance: async () => wei(10n * ether),
    read: async (reads: readonly { data: string }[]) => reads.map(({ data }) => word(l1FeeOf(data))),
  } as unknown as Chain
}

async function planAndCheck(perUnit: () => bigint) {
  const chain = chainOf(perUnit)
  const context = { journal: { findByNonce: async () => [] } }
  const terms = { kind: 'speedup', bump: 125_000, maxFee: undefined, maxGas: undefined } as const
  const plan = await planReplacement(context as never, { chain, intent, step: 'approve' } as never, terms as never)
  // as `signReplacement` does, right before the signature
  await requireAllFeesWithin(chain, plan.payload, plan.budget)
  return plan
}

/** For so many tenths of a thousandth of an ETH for these bytes. */
const unitFor = (tenths: bigint) => (tenths * ether) / 4n / 10n ** 7n

test('a speedup that takes all that its limit allows can be signed', async () => {
  // with a quarter more, 5 gwei are left for a unit of gas
  expect(await planAndCheck(() => unitFor(68n))).toMatchObject({ kind: 'speedup' })
})

test('also if the L1 fee rises by an eighth while a person reads', async () => {
  const unit = unitFor(64n)
  let asked = 0
  expect(await planAndCheck(() => (asked++ < 4 ? unit : (unit * 9n) / 8n))).toMatchObject({ kind: 'speedup' })
})
