/** A client that keeps submitting orders to replicas that die: the same bytes again, or a fresh quote. */
import type { Wallet } from 'ethers'
import { toQueryString, usdc, weth } from '../http/fixture.ts'
import { signQuote } from '../http/gasless-client.ts'

type Form = Awaited<ReturnType<typeof signQuote>>
// biome-ignore lint/suspicious/noExplicitAny: bodies are what is tested
type Reply = { readonly status: number; readonly body: any }

export interface Submissions {
  /** Record by quote. */
  readonly accepted: Map<string, string>
  readonly lost: string[]
  resent: number
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const maxTries = 100

export class Client {
  readonly result: Submissions = { accepted: new Map(), lost: [], resent: 0 }
  private readonly url: () => Promise<string>
  private readonly sold: bigint

  constructor(url: () => Promise<string>, sold: bigint) {
    this.url = url
    this.sold = sold
  }

  /** One order, from its quote to its end, whatever dies meanwhile. */
  async swap(user: Wallet): Promise<void> {
    let form: Form | undefined
    for (let tries = 0; tries < maxTries; tries++) {
      try {
        form ??= await this.quote(user)
        if (tries > 0) this.result.resent += 1
        const { status, body } = await this.post(form)
        if (status === 200) return await this.finish(form, body.id)
        if (status < 500) form = undefined // refused: a fresh quote
      } catch {
        // The replica died, or was not there yet.
      }
      await sleep(200)
    }
    this.result.lost.push(`${user.address} gave up`)
  }

  private async quote(user: Wallet): Promise<Form> {
    const query = {
      ...{ network: 'sandbox', fromTokenAddress: usdc, toTokenAddress: weth, sellAmount: String(this.sold) },
      // All of them trade one way at once, so the price moves far.
      ...{ slippage: '0.4', fromAddress: user.address, toAddress: user.address, gasless: 'true' },
    }
    const { status, body } = await this.ask(`/aggregator/quote${toQueryString(query)}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return signQuote(user, body)
  }

  /** The next permit of a wallet needs the nonce that this one uses, so it waits for the end. */
  private async finish({ quoteId }: Form, id: string): Promise<void> {
    this.result.accepted.set(quoteId, id)
    for (let tries = 0; tries < 3 * maxTries; tries++) {
      const reply = await this.ask(`/user-manager/swap?swapId=${id}`).catch(() => undefined)
      if (reply?.status === 200 && reply.body.status !== 'pending') return
      await sleep(200)
    }
  }

  private post(form: Form): Promise<Reply> {
    const body = JSON.stringify({ networkName: 'sandbox', ...form })
    return this.ask('/user-manager/execute-swap', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    })
  }

  private async ask(path: string, init?: RequestInit): Promise<Reply> {
    const response = await fetch(`${await this.url()}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
}
