import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { RpcAnswer, RpcCall } from '#chain/rpc/json-rpc'

/** A local chain, and the JSON-RPC methods that the tests need. */
export interface LocalChain {
  /** The result of a call. @throws Error with the node's message if it reverts. */
  call(to: string, data: string): Promise<string>
  /** The revert data of code that is run as creation code. */
  reverted(code: string): Promise<string>
  /** The answer to a call built by `src/chain`. */
  answer(call: RpcCall): Promise<RpcAnswer>
  /** Sends from the chain's first account and waits. @throws Error unless it succeeds. */
  send(to: string | null, data: string): Promise<{ contractAddress: string; gasUsed: bigint }>
  /** The sender and its nonce. */
  next(): Promise<{ readonly from: string; readonly nonce: number }>
  /** Lets time pass, and mines a block. */
  pass(seconds: number): Promise<void>
  /** From here on each block has the time of the one before. */
  holdTime(): Promise<void>
  /** Undoes all changes that `work` made to the chain. */
  undone<T>(work: () => Promise<T>): Promise<T>
  /** Deploys a contract that only returns the time, at the address of Multicall3 on public networks. */
  placeClock(): Promise<void>
  /** Puts the contract that this code creates at an address. */
  place(address: string, creation: string): Promise<void>
  stop(): void
}

interface Receipt {
  readonly status: string
  readonly contractAddress: string | null
  readonly gasUsed: string
}

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const plenty = '0xe8d4a51000' // 10^12 gas: a call plays whole scenarios

/** @param kind of chain, as anvil's flags */
export async function startChain(kind: readonly string[] = ['--hardfork', 'cancun']): Promise<LocalChain> {
  const anvil = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil`,
  )
  const limits = ['--gas-limit', '1000000000000', '--no-request-size-limit']
  // otherwise states of old blocks stay on the disk, gigabytes of them, when it is killed
  const memory = ['--max-persisted-states', '0']
  const flags = ['--port', '0', ...kind, ...limits, ...memory]
  // some packages contain code that was not optimized, and is larger than a public chain allows
  const child = spawn(anvil, [...flags, '--gas-price', '0', '--base-fee', '0', '--disable-code-size-limit'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('anvil did not start')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Listening on (.*)$/.exec(line) ?? []
      if (address !== undefined) resolve(`http://${address}`)
    })
  })
  child.unref()

  const rpc = (method: string, ...params: readonly unknown[]) => ask(url, method, params)
  return {
    call: async (to, data) => String(await rpc('eth_call', { from: account, to, data, gas: plenty }, 'latest')),
    async reverted(code) {
      const call = { from: account, data: code, gas: plenty }
      const answer = await post(url, 'eth_call', [call, 'latest'])
      return String(answer.error?.data)
    },
    answer: async ({ method, params }) => (await post(url, method, params)) as RpcAnswer,
    async send(to, data) {
      const hash = await rpc('eth_sendTransaction', { from: account, ...(to && { to }), data, gas: '0x2540be400' })
      let receipt: Receipt | null = null
      while (receipt === null) {
        receipt = (await rpc('eth_getTransactionReceipt', hash)) as Receipt | null
        if (receipt === null) await setTimeout(5)
      }
      if (receipt.status !== '0x1') throw new Error('the transaction reverted')
      return { contractAddress: receipt.contractAddress ?? '', gasUsed: BigInt(receipt.gasUsed) }
    },
    next: async () => ({ from: account, nonce: Number(await rpc('eth_getTransactionCount', account, 'latest')) }),
    async pass(seconds) {
      await rpc('evm_increaseTime', seconds)
      await rpc('evm_mine')
    },
    async holdTime() {
      await rpc('anvil_setBlockTimestampInterval', 0)
    },
    async undone(work) {
      const before = await rpc('evm_snapshot')
      try {
        return await work()
      } finally {
        await rpc('evm_revert', before)
      }
    },
    async placeClock() {
      await rpc('anvil_setCode', '0xca11bde05977b3631167028862be2a173976ca11', '0x4260005260206000f3')
    },
    async place(address, creation) {
      const code = await rpc('eth_call', { from: account, data: creation, gas: plenty }, 'latest')
      await rpc('anvil_setCode', address, code)
    },
    stop: () => child.kill(),
  }
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly data?: unknown }
}

async function post(url: string, method: string, params: readonly unknown[]): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as Answer
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await post(url, method, params)
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
