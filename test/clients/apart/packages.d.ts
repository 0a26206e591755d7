/** What is used of the packages that are installed apart. */

declare module '@balmy/sdk' {
  export interface QuoteRequest {
    readonly chainId: number
    readonly sellToken: string
    readonly buyToken: string
    readonly order: { readonly type: 'sell'; readonly sellAmount: bigint }
    readonly slippagePercentage: number
    readonly takerAddress: string
    readonly recipient?: string
    readonly filters: { readonly includeSources: readonly string[] }
    readonly sourceConfig?: object
  }

  export interface SdkQuote {
    readonly failed?: true
    readonly error?: unknown
    readonly customData: { readonly quoteId: string }
    readonly buyAmount: { readonly amount: bigint }
    readonly gas: { readonly estimatedGas: bigint }
    readonly source: { readonly allowanceTarget: string }
  }

  export interface Payload {
    readonly to: string
    readonly data: string
    readonly value?: bigint
  }

  export interface QuoteService {
    getAllQuotes(asked: {
      readonly request: QuoteRequest
      readonly config: { readonly ignoredFailed: boolean }
    }): Promise<[SdkQuote, ...SdkQuote[]]>
    buildTxs<Source extends string>(asked: {
      readonly quotes: Readonly<Record<Source, SdkQuote>>
    }): Readonly<Record<Source, Promise<Payload>>>
  }

  export function buildSDK(options: object): { readonly quoteService: QuoteService }
}

declare module 'ethers-5' {
  export class Contract {
    constructor(address: string, abi: readonly string[], wallet: Wallet)
    approve(spender: string, amount: string): Promise<{ readonly hash: string }>
  }

  export class Wallet {
    constructor(key: string, provider?: providers.StaticJsonRpcProvider)
    readonly address: string
    sendTransaction(payload: object): Promise<{ readonly hash: string }>
    _signTypedData(domain: object, types: object, message: object): Promise<string>
  }

  export namespace providers {
    class StaticJsonRpcProvider {
      constructor(url: string, network: { readonly chainId: number; readonly name: string })
    }
  }
}
