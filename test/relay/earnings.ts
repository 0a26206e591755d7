/** What orders of several tokens earn, and what their gas costs, while the base fee walks as on a chain. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonRpcProvider, Wallet } from 'ethers'
import { wei } from '#domain/units'
import { dai, type HttpFixture, startHttpFixture, usdc, usdt, weth } from '../http/fixture.ts'
import { signQuote } from '../http/gasless-client.ts'
import { sandbox } from '../trade/fixture.ts'
import { balanceOf, fundWallets, openChain, relayerAddress } from './wallets.ts'

const sales = [
  { token: usdc, sold: 60_000_000n },
  { token: usdt, sold: 60_000_000n },
  { token: dai, sold: 60n * 10n ** 18n },
  { token: weth, sold: 10n ** 17n },
] as const
const walletsPerToken = 5
const [lowestBaseFee, highestBaseFee] = [2e8, 5e9]

interface Seller {
  readonly token: string
  readonly sold: bigint
  readonly wallet: Wallet
}

export async function runEarnings(count: number, random: () => number) {
  const caps = new Map([[sandbox, wei(10n ** 21n)]])
  const overrides = { relay: { tickMs: 300, limits: { maxOfOwner: 1_000 } } }
  const api = await startHttpFixture({ relayer: { account: 'dev9', caps } }, undefined, undefined, overrides)
  const provider = openChain(api.app.url)
  try {
    const sellers = await createSellers(api, provider, count)
    const held = await readHeld(provider)
    const before = await provider.getBalance(relayerAddress)
    const refusals: string[] = []
    for (let i = 0; i < count; i++) {
      const seller = sellers[i % sellers.length]
      if (seller === undefined) throw new Error('there is no seller')
      const refusal = await sellOnce(api, seller, () => moveBaseFee(provider, random))
      if (refusal !== undefined) refusals.push(refusal)
    }
    const outcomes = await waitForEnds(api, sellers)
    const gasPaid = before - (await provider.getBalance(relayerAddress))
    const { earned, fees } = await valueFees(api, held, await readHeld(provider))
    return {
      ...{ orders: count, refused: refusals.length, firstRefusal: refusals[0] ?? null, outcomes, fees },
      ...{ feesInWei: String(earned), gasPaidInWei: String(gasPaid), profitInWei: String(earned - gasPaid) },
      feesOverGas: Math.round((Number(earned) / Number(gasPaid)) * 1_000) / 1_000,
    }
  } finally {
    provider.destroy()
    await api.close()
  }
}

/** Wallets that approved the router, without native currency left: permits have tests of their own. */
async function createSellers(api: HttpFixture, provider: JsonRpcProvider, count: number): Promise<readonly Seller[]> {
  const router: string = (await api.quote({})).body.targetAddress
  const data = `0x095ea7b3${router.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  const perWallet = BigInt(Math.ceil(count / sales.length / walletsPerToken) + 5)
  const columns: Seller[][] = []
  for (const { token, sold } of sales) {
    const wallets = await fundWallets(provider, { token, each: sold * perWallet, count: walletsPerToken })
    for (const { address: from } of wallets) {
      await provider.send('anvil_impersonateAccount', [from])
      await provider.send('anvil_setBalance', [from, `0x${(10n ** 18n).toString(16)}`])
      const hash: string = await provider.send('eth_sendTransaction', [{ from, to: token, data }])
      while ((await provider.getTransactionReceipt(hash)) === null) await sleep(20)
      await provider.send('anvil_setBalance', [from, '0x0'])
    }
    columns.push(wallets.map((wallet) => ({ token, sold, wallet })))
  }
  return Array.from({ length: walletsPerToken }, (_, i) => columns.flatMap((column) => column[i] ?? [])).flat()
}

/** @returns why it was refused */
async function sellOnce(
  api: HttpFixture,
  { token, sold, wallet }: Seller,
  between: () => Promise<void>,
): Promise<string | undefined> {
  const { body } = await api.quote({
    ...{ fromTokenAddress: token, toTokenAddress: token === weth ? usdc : weth, sellAmount: String(sold) },
    ...{ slippage: '0.2', fromAddress: wallet.address, toAddress: wallet.address, gasless: 'true' },
  })
  if (body.id === undefined) return body.message
  await between()
  const form = { networkName: 'sandbox', ...(await signQuote(wallet, body)) }
  const reply = await api.post('/user-manager/execute-swap', form)
  return reply.status === 200 ? undefined : `${reply.body.message} ${JSON.stringify(reply.body.details)}`
}

/** By up to an eighth in each block. */
async function moveBaseFee(provider: JsonRpcProvider, random: () => number): Promise<void> {
  const block = await provider.getBlock('latest')
  const walked = (Number(block?.baseFeePerGas ?? 1e9) * (7 + 2 * random())) / 8
  const fee = Math.round(Math.min(highestBaseFee, Math.max(lowestBaseFee, walked)))
  await provider.send('anvil_setNextBlockBaseFeePerGas', [`0x${fee.toString(16)}`])
}

async function waitForEnds(api: HttpFixture, sellers: readonly Seller[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  for (let tries = 0; tries < 120; tries++) {
    const ask = ({ wallet }: Seller) =>
      api.get('/user-manager/status-counts', { walletAddress: wallet.address, network: 'sandbox' })
    const counts = (await Promise.all(sellers.map(ask))).map(({ body }) => body)
    for (const state of ['success', 'error', 'expired', 'pending'])
      outcomes[state] = counts.reduce((sum, one) => sum + one[state], 0)
    if (outcomes['pending'] === 0) break
    await sleep(500)
  }
  return outcomes
}

const readHeld = async (provider: JsonRpcProvider): Promise<readonly bigint[]> =>
  Promise.all(sales.map(({ token }) => balanceOf(provider, token, relayerAddress)))

/** By what our own quotes give for them at the end. */
async function valueFees(api: HttpFixture, before: readonly bigint[], after: readonly bigint[]) {
  let earned = 0n
  const fees: Record<string, string> = {}
  for (const [i, { token }] of sales.entries()) {
    const fee = (after[i] ?? 0n) - (before[i] ?? 0n)
    fees[token] = String(fee)
    const sell = { fromTokenAddress: token, toTokenAddress: weth, sellAmount: String(fee) }
    earned += token === weth ? fee : BigInt((await api.quote(sell)).body.amountOut)
  }
  return { earned, fees }
}
