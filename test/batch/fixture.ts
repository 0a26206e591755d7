/** Files of orders, and what a chain says about the swaps of their accounts. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPayload } from '#app/trade/explain/read-payload'
import { type Hex, hex } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import type { Rpc } from '#sandbox/anvil/rpc'
import { findDevAddress, type RunResult, type User } from '../e2e/fixture.ts'

/** A row as its words. */
export type OrderWords = Readonly<Record<string, string>>

export function writeOrders(user: Pick<User, 'home'>, rows: readonly OrderWords[], name = 'orders.csv'): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  const path = join(user.home, name)
  writeFileSync(path, `${lines.map((line) => line.join(',')).join('\n')}\n`)
  return path
}

export const readPlan = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

export function replaceInFile(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`)
  chmodSync(path, 0o600)
  writeFileSync(path, text.replace(from, to))
}

/** A swap of our router, mined with success or not. */
export interface MinedSwap {
  readonly hash: Hex
  readonly from: string
  readonly amountIn: bigint
  readonly isNative: boolean
  readonly ok: boolean
}

export interface AccountTransactions {
  readonly swaps: readonly MinedSwap[]
  /** Transactions to anything but the router: approvals. */
  readonly others: number
}

interface BlockTransaction {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly input: string
  readonly value: string
}

/** What an account has sent since a block. */
export async function readTransactions(
  rpc: Rpc,
  account: string,
  { since = 1, network = 'sandbox' }: { readonly since?: number; readonly network?: string } = {},
): Promise<AccountTransactions> {
  const head = Number(await rpc<string>('eth_blockNumber'))
  const sender = findDevAddress(account)
  const router = getRouter(getNetworkEntry(network)).address
  const swaps: MinedSwap[] = []
  let others = 0
  for (let block = since; block <= head; block++) {
    const { transactions } = await rpc<{ transactions: readonly BlockTransaction[] }>(
      'eth_getBlockByNumber',
      `0x${block.toString(16)}`,
      true,
    )
    for (const one of transactions) {
      if (one.from.toLowerCase() !== sender) continue
      if (one.to?.toLowerCase() !== router) others++
      else swaps.push(await toSwap(rpc, one))
    }
  }
  return { swaps, others }
}

async function toSwap(rpc: Rpc, { hash, from, input, value }: BlockTransaction): Promise<MinedSwap> {
  const { status } = await rpc<{ status: string }>('eth_getTransactionReceipt', hash)
  const read = readPayload(hex(input))
  if (read?.entry !== 'swap') throw new Error(`${hash} is no swap`)
  const isNative = BigInt(value) > 0n
  return { hash: hex(hash), from, amountIn: read.call.amountIn, isNative, ok: status === '0x1' }
}

export interface ReportRow {
  readonly id: string
  readonly state: string
  readonly hash: string | null
  readonly amount: { readonly raw: string } | null
  readonly planned: { readonly raw: string } | null
  readonly sold: { readonly raw: string } | null
  readonly bought: { readonly raw: string } | null
  readonly error: { readonly code: string; readonly message: string } | null
}

export interface ReportData {
  readonly id: string
  readonly counts: Readonly<Record<string, number>>
  readonly rows: readonly ReportRow[]
}

export const reportOf = ({ stdout }: Pick<RunResult, 'stdout'>): ReportData => JSON.parse(stdout).data
export const errorOf = ({ stdout }: Pick<RunResult, 'stdout'>) => JSON.parse(stdout).error
