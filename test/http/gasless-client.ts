/** A client of gasless swaps: wallets without native currency, their quotes, and what they sign. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Contract, type ContractTransactionResponse, JsonRpcProvider, Wallet } from 'ethers'
import { devAccounts } from '#sandbox/dev-accounts'
import { getTestContractCode } from '../contracts/compile.ts'
import { dai, type HttpFixture, type Parameters, type Reply, weth } from './fixture.ts'

const tokenAbi = [
  'function transfer(address,uint256) returns (bool)',
  'function approve(address,uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
]

export interface GaslessClient {
  readonly provider: JsonRpcProvider
  readonly rich: Wallet
  /** A new wallet with tokens and no native currency. */
  createUser(token: string, amount: bigint): Promise<Wallet>
  call(token: string, name: string, ...args: readonly unknown[]): Promise<bigint>
  send(token: string, name: string, args: readonly unknown[], from?: Wallet): Promise<void>
  setBalance(address: string, wei: bigint): Promise<void>
  quote(user: string, sell: string, amount: bigint, more?: Parameters): Promise<Reply>
  submit(form: Readonly<Record<string, unknown>>): Promise<Reply>
  /** The record once it is final, or after a minute as it is. */
  settled(id: string): Promise<Reply['body']>
  /** From here on the sandbox's DAI takes DAI's own kind of permit. */
  makeDaiPermits(): Promise<void>
  close(): void
}

export function createGaslessClient(api: HttpFixture): GaslessClient {
  const provider = new JsonRpcProvider(api.app.url, 31_337, { staticNetwork: true, cacheTimeout: -1 })
  provider.pollingInterval = 50
  const rich = new Wallet(devAccounts[0]?.key ?? '', provider)
  const contract = (token: string, from: Wallet) => new Contract(token, tokenAbi, from)
  const send: GaslessClient['send'] = async (token, name, args, from = rich) => {
    const sent: ContractTransactionResponse = await contract(token, from).getFunction(name)(...args)
    await sent.wait()
  }
  return {
    provider,
    rich,
    createUser: async (token, amount) => {
      const user = new Wallet(Wallet.createRandom().privateKey, provider)
      await send(token, 'transfer', [user.address, amount])
      return user
    },
    call: (token, name, ...args) => contract(token, rich).getFunction(name)(...args),
    send,
    setBalance: (address, wei) => provider.send('anvil_setBalance', [address, `0x${wei.toString(16)}`]),
    quote: async (user, sell, amount, more = {}) => {
      const pair = { fromTokenAddress: sell, toTokenAddress: weth, sellAmount: String(amount), fromAddress: user }
      // One over the block before brings another amount if the swap of the test before is in this one.
      const head = await provider.getBlockNumber()
      for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
        const { status, body } = await api.quote(pair)
        if (status !== 200 || Number(body.blockNumber) >= head) break
      }
      return api.quote({ ...pair, toAddress: user, gasless: 'true', ...more })
    },
    submit: (form) => api.post('/user-manager/execute-swap', { networkName: 'sandbox', ...form }),
    settled: async (swapId) => {
      for (const until = Date.now() + 60_000; ; ) {
        const { body } = await api.get('/user-manager/swap', { swapId })
        if (body.status !== 'pending' || Date.now() > until) return body
        await sleep(100)
      }
    },
    makeDaiPermits: async () => {
      const made = await rich.sendTransaction({ data: getTestContractCode('DaiStyleToken') })
      const { contractAddress } = (await made.wait()) ?? {}
      const code = await provider.getCode(contractAddress ?? '')
      await provider.send('anvil_setCode', [dai, code])
    },
    close: () => provider.destroy(),
  }
}

/** Signs a quote's order, and its permit if there is one. */
export async function signQuote(user: Wallet, { id, typedData, permit }: Reply['body']) {
  const { domain, types, message } = typedData
  const ofPermit = permit?.typedData
  return {
    quoteId: id,
    swapSignature: await user.signTypedData(domain, types, message),
    permitSignature:
      ofPermit === undefined ? '0x' : await user.signTypedData(ofPermit.domain, ofPermit.types, ofPermit.message),
    permitDeadline: ofPermit === undefined ? 0 : Number(permit.deadline),
  }
}
