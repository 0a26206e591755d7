/** Orders while two replicas over one PostgreSQL are killed at one point after another, and what the chain says then. */
import type { Wallet } from 'ethers'
import postgres from 'postgres'
import { startChain } from '#sandbox/anvil/start'
import { usdc } from '../http/fixture.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { startReplicas } from './replicas.ts'
import { Client } from './submit.ts'
import { balanceOf, fundWallets, openChain, relayerAddress } from './wallets.ts'

const sold = 50_000_000n
const walletCount = 25
/** Seconds. */
const pastDeadlines = 1_000

export async function runKills(count: number, random: () => number) {
  const database = await startPostgres()
  const chain = await startChain({ blockTimeSeconds: 1 })
  const provider = openChain(chain.url)
  const each = sold * BigInt(Math.ceil((2 * count) / walletCount) + 4)
  const wallets = await fundWallets(provider, { token: usdc, each, count: walletCount })
  const replicas = await startReplicas({ db: database.url, chainUrl: chain.url, count: 2, random })
  const sql = postgres(database.url, { connection: { search_path: 'swapline' } })
  try {
    const client = new Client(replicas.url, sold)
    let left = count
    const work = async (user: Wallet): Promise<void> => {
      for (; left > 0; ) {
        left -= 1
        await client.swap(user)
      }
    }
    await Promise.all(wallets.map(work))
    const kills = Object.fromEntries(replicas.kills)
    await replicas.calm()
    const open = await waitForEnds(sql, () => provider.send('evm_increaseTime', [pastDeadlines]))
    const { accepted, lost, resent } = client.result
    const relays = await sql<Row[]>`SELECT r.id, r.outcome, s.body FROM relays r JOIN swaps s ON s.id = r.id`
    const [lane] = await sql`SELECT next_nonce FROM relay_lanes`
    const filled = await countFilled(wallets, (address) => balanceOf(provider, usdc, address), each)
    const outcomes: Readonly<Record<string, number | undefined>> = countBy(
      relays.map(({ outcome }) => outcome ?? 'open'),
    )
    const missing = [...accepted.values()].filter((id) => !relays.some((one) => one.id === id))
    return {
      ...{ orders: count, replicas: 2, kills, accepted: accepted.size, resent, open, outcomes },
      reasons: countBy(relays.flatMap(({ body }) => reasonOf(body))),
      filledOnChain: filled,
      double: filled - (outcomes['success'] ?? 0),
      lost: lost.length + missing.length,
      nonceGaps: Number(lane?.['next_nonce']) - (await provider.getTransactionCount(relayerAddress)),
    }
  } finally {
    await sql.end()
    await replicas.close()
    provider.destroy()
    await chain.stop()
    await database.close()
  }
}

interface Row {
  readonly id: string
  readonly outcome: string | null
  readonly body: string
}

/** What reverted may be executed by others until its deadline: once only such orders are left, the chain's clock moves. */
async function waitForEnds(sql: postgres.Sql, expire: () => Promise<unknown>): Promise<number> {
  for (let tries = 0; ; tries++) {
    const [row] = await sql`SELECT count(*) AS n FROM relays WHERE outcome IS NULL`
    const open = Number(row?.['n'])
    if (open === 0 || tries > 180) return open
    if (tries === 30) await expire()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Whatever the database says: each filled order moved `sold` out of its wallet, once. */
async function countFilled(
  wallets: readonly Wallet[],
  balance: (address: string) => Promise<bigint>,
  each: bigint,
): Promise<number> {
  let filled = 0n
  for (const { address } of wallets) filled += (each - (await balance(address))) / sold
  return Number(filled)
}

const reasonOf = (body: string): readonly string[] => {
  const { reason } = JSON.parse(body) as { readonly reason?: unknown }
  return typeof reason === 'string' ? [reason.replace(/[\d.]+/g, '…')] : []
}

function countBy(words: readonly string[]): Partial<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
