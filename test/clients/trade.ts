/** What a program does with such a service, from the quote to the end of the swap. */
import { expect } from 'vitest'
import { getNetworkEntry } from '#networks/find'
import { devAccounts } from '#sandbox/dev-accounts'
import { checksum } from '#text/checksum'
import type { Ethereum } from './ethereum.ts'

export interface Approval {
  readonly token: string
  readonly spender: string
  readonly amount: bigint
}

/** A client's key, by its library; all members but the address return a hash or a signature. */
export interface Account {
  readonly address: string
  approve(wanted: Approval): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: a body of the API, unchanged
  send(payload: any): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: a body of the API, unchanged
  sign(typedData: any): Promise<string>
}

const { tokens, wrapped, confirmations } = getNetworkEntry('ethereum')
export const native = '0x0000000000000000000000000000000000000000'
export const weth = checksum(wrapped)
export const usdc = checksum(tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? wrapped)

export const quoteQuery = (from: string, more: Readonly<Record<string, string>>) => ({
  network: 'ethereum',
  slippage: '0.005',
  fromAddress: from,
  toAddress: from,
  gasless: 'false',
  ...more,
})

const affiliate = checksum(devAccounts[9]?.address ?? '')
const usdcForWeth = { fromTokenAddress: usdc, toTokenAddress: weth, sellAmount: '250000000' }
const ethForUsdc = { fromTokenAddress: native, toTokenAddress: usdc, sellAmount: '100000000000000000' }

/** Sells a token: the check that fails before its approval, then the same quote after it. */
export async function tradeToken(ethereum: Ethereum, account: Account): Promise<void> {
  const { get } = ethereum
  await expectFreshQuotes(ethereum, account.address)
  const { body: quote } = await get('/aggregator/quote', quoteQuery(account.address, usdcForWeth))
  expect(quote.issues.allowance).toEqual({ actual: '0', required: '250000000', spender: quote.targetAddress })
  const ask = () => get('/aggregator/transaction', { quoteId: quote.id })
  expect((await ask()).body).toMatchObject({ code: 3010, details: [{ check: 'allowance' }] })
  await approveAndMine(ethereum, account, { token: usdc, spender: quote.targetAddress, amount: 250_000_000n })
  const { body: payload } = await ask()
  const hash = await account.send(payload)
  await expectSwapEnds(ethereum, { hash, quote })
}

/** Sells native currency: quote and payload in one answer. */
export async function tradeNative(ethereum: Ethereum, account: Account): Promise<void> {
  await expectFreshQuotes(ethereum, account.address)
  const { body } = await ethereum.get('/aggregator/quote/transaction', quoteQuery(account.address, ethForUsdc))
  const hash = await account.send(body.transaction)
  await expectSwapEnds(ethereum, { hash, quote: body.quote })
}

/**
 * Waits until the server has seen the previous test's effect on the pools, so that amounts can be compared to the unit.
 */
export async function expectFreshQuotes({ get, rpc }: Ethereum, from: string): Promise<void> {
  const seen = async () => Number((await get('/aggregator/quote', quoteQuery(from, ethForUsdc))).body.blockNumber)
  await expect.poll(seen, { timeout: 15_000 }).toBe(Number(await rpc<string>('eth_blockNumber')))
}

/** Approves and waits until that is in a block. */
export async function approveAndMine({ rpc }: Ethereum, account: Account, wanted: Approval): Promise<void> {
  await mined(rpc, await account.approve(wanted))
}

const mined = (rpc: Ethereum['rpc'], hash: string) =>
  expect.poll(() => rpc('eth_getTransactionReceipt', hash), { timeout: 15_000 }).toMatchObject({ status: '0x1' })

interface SentTransaction {
  readonly hash: string
  readonly quote: { readonly id: string; readonly amountOut: string }
}

/** Pending until it has the confirmations of the network, and then a success with exactly the quoted amount. */
export async function expectSwapEnds({ get, rpc }: Ethereum, { hash, quote }: SentTransaction): Promise<void> {
  await mined(rpc, hash)
  const status = async () => (await get('/user-manager/swap', { transactionHash: hash, network: 'ethereum' })).body
  expect(await status()).toMatchObject({ status: 'pending', substatus: 'mined', quoteId: quote.id })
  await rpc('anvil_mine', `0x${confirmations.toString(16)}`)
  expect(await status()).toMatchObject({ status: 'success', transactionHash: hash, amountOut: quote.amountOut })
}

/** The typed data of an order of this account. */
export async function typedDataFor({ get }: Ethereum, address: string) {
  return (
    await get(
      '/aggregator/quote',
      quoteQuery(address, { ...ethForUsdc, affiliateAddress: affiliate, affiliateFee: '0.01' }),
    )
  ).body.typedData
}
