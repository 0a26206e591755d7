/** `npm run test:relay`: orders while replicas are killed at every point, and what a thousand orders earn. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Wallet } from 'ethers'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { wei } from '#domain/units'
import { startChain } from '#sandbox/anvil/start'
import { dai, startHttpFixture, toQueryString, usdc, usdt, weth } from '../http/fixture.ts'
import { signQuote } from '../http/gasless-client.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { sandbox } from '../trade/fixture.ts'
import { startReplicas } from './replicas.ts'
import { balanceOf, fundWallets, openChain, relayerAddress } from './wallets.ts'

const { SWAPLINE_RELAY_ORDERS = '500', SWAPLINE_RELAY_EARNINGS = '1000', SWAPLINE_SEED = '20261121' } = process.env
const { SWAPLINE_RELAY_RESULT: resultFile } = process.env
const result: Record<string, unknown> = {
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  on: `${availableParallelism()} cores, Node.js ${process.versions.node}, PostgreSQL 18, anvil 1.7.1`,
  seed: Number(SWAPLINE_SEED),
}
const note = (name: string, figures: object): void => {
  result[name] = figures
  process.stdout.write(`${name} ${JSON.stringify(figures)}\n`)
  if (resultFile !== undefined) writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`)
}

/** A generator of numbers from 0 to 1: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function countReasons(reasons: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons)
    if (typeof reason === 'string') counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const sold = 50_000_000n

test('no order is executed twice or lost, and no nonce left out, however replicas die', async () => {
  const count = Number(SWAPLINE_RELAY_ORDERS)
  const began = Date.now()
  const database = await startPostgres()
  const chain = await startChain({ blockTimeSeconds: 1 })
  const provider = openChain(chain.url)
  const wallets = await fundWallets(provider, { token: usdc, each: sold * 40n, count: 25 })
  const replicas = await startReplicas({
    ...{ db: database.url, chainUrl: chain.url, count: 2, random: createRandom(Number(SWAPLINE_SEED)) },
  })
  const lost: string[] = []
  const accepted = new Map<string, string>()
  let resent = 0
  let left = count
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${await replicas.url()}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const post = (body: object) =>
    ask('/user-manager/execute-swap', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ networkName: 'sandbox', ...body }),
    })
  const work = async (user: Wallet): Promise<void> => {
    while (left > 0) {
      left -= 1
      const query = {
        ...{ network: 'sandbox', fromTokenAddress: usdc, toTokenAddress: weth, sellAmount: String(sold) },
        ...{ slippage: '0.05', fromAddress: user.address, toAddress: user.address, gasless: 'true' },
      }
      let form: Awaited<ReturnType<typeof signQuote>> | undefined
      for (let tries = 0; ; tries++) {
        try {
          if (form === undefined) {
            const quote = await ask(`/aggregator/quote${toQueryString(query)}`)
            if (quote.status !== 200) throw new Error(JSON.stringify(quote.body))
            form = await signQuote(user, quote.body)
          } else resent += 1
          const { status, body } = await post(form)
          if (status === 200) {
            accepted.set(form.quoteId, body.id)
            // The next permit of this wallet needs the nonce that this one uses.
            for (let waits = 0; waits < 300; waits++) {
              const now = await ask(`/user-manager/swap?swapId=${body.id}`).catch(() => undefined)
              if (now?.status === 200 && now.body.status !== 'pending') break
              await sleep(200)
            }
            break
          }
          if (status < 500 && status !== 429) {
            if (tries > 20) throw new Error(JSON.stringify(body))
            form = undefined // refused: a fresh quote
          }
        } catch (error) {
          if (tries > 60) {
            lost.push(String(error))
            break
          }
          await sleep(200)
        }
      }
    }
  }
  await Promise.all(wallets.map(work))
  const kills = Object.fromEntries(replicas.kills)
  await replicas.calm()
  const sql = postgres(database.url, { connection: { search_path: 'swapline' } })
  const count1 = async () => Number((await sql`SELECT count(*) AS n FROM relays WHERE outcome IS NULL`)[0]?.['n'])
  for (let tries = 0; tries < 120 && (await count1()) > 0; tries++) await sleep(1_000)
  const open = await count1()
  const relays =
    await sql`SELECT r.id, r.nonce, r.outcome, s.status, s.body FROM relays r JOIN swaps s ON s.id = r.id ORDER BY nonce`
  const [lane] = await sql`SELECT next_nonce FROM relay_lanes`
  const nonce = await provider.getTransactionCount(relayerAddress)
  // What the chain says, whatever the database does: each filled order moved `sold` out of its wallet, once.
  let filled = 0n
  for (const wallet of wallets) filled += (sold * 40n - (await balanceOf(provider, usdc, wallet.address))) / sold
  const successes = relays.filter(({ outcome }) => outcome === 'success').length
  const figures = {
    ...{ orders: count, replicas: 2, kills, accepted: accepted.size, resent, open },
    outcomes: Object.fromEntries(
      ['success', 'reverted', 'expired', 'replaced'].map((name) => [
        name,
        relays.filter(({ outcome }) => outcome === name).length,
      ]),
    ),
    reasons: countReasons(relays.map(({ body }) => (JSON.parse(body) as { reason?: unknown }).reason)),
    filledOnChain: Number(filled),
    double: Number(filled) - successes,
    lost: lost.length + [...accepted.values()].filter((id) => !relays.some((one) => one['id'] === id)).length,
    nonceGaps: Number(lane?.['next_nonce']) - nonce,
    seconds: Math.round((Date.now() - began) / 1_000),
  }
  note('kills', figures)
  await sql.end()
  await replicas.close()
  provider.destroy()
  await chain.stop()
  await database.close()
  expect(figures).toMatchObject({ open: 0, double: 0, lost: 0, nonceGaps: 0, accepted: count })
  expect(Math.min(...Object.values(kills))).toBeGreaterThan(0)
})

test('what orders earn pays for their gas', async () => {
  const count = Number(SWAPLINE_RELAY_EARNINGS)
  const random = createRandom(Number(SWAPLINE_SEED) + 1)
  const caps = new Map([[sandbox, wei(10n ** 21n)]])
  const overrides = { relay: { tickMs: 300, limits: { maxOfOwner: 1_000 } } }
  const api = await startHttpFixture({ relayer: { account: 'dev9', caps } }, undefined, undefined, overrides)
  const provider = openChain(api.app.url)
  const tokens = [usdc, usdt, dai, weth]
  const each = new Map([
    [usdc, 60_000_000n],
    [usdt, 60_000_000n],
    [dai, 60n * 10n ** 18n],
    [weth, 10n ** 17n],
  ])
  const perToken = 5
  const wallets = new Map<string, readonly Wallet[]>()
  const held = new Map<string, bigint>()
  for (const token of tokens) {
    const all = (each.get(token) ?? 0n) * BigInt(Math.ceil(count / tokens.length / perToken) + 5)
    wallets.set(token, await fundWallets(provider, { token, each: all, count: perToken }))
    held.set(token, await balanceOf(provider, token, relayerAddress))
  }
  const { body: any } = await api.quote({})
  for (const wallet of [...wallets.values()].flat()) {
    // An allowance, paid for by the chain's own methods: permits have their own tests.
    await provider.send('anvil_impersonateAccount', [wallet.address])
    await provider.send('anvil_setBalance', [wallet.address, `0x${(10n ** 18n).toString(16)}`])
  }
  for (const [token, owners] of wallets)
    for (const { address: from } of owners) {
      const data = `0x095ea7b3${any.targetAddress.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
      await provider.send('eth_sendTransaction', [{ from, to: token, data }])
      await provider.send('anvil_setBalance', [from, '0x0'])
    }
  const before = await provider.getBalance(relayerAddress)
  const outcomes: Record<string, number> = {}
  const failed: string[] = []
  for (let i = 0; i < count; i++) {
    const token = tokens[i % tokens.length] ?? usdc
    const owners = wallets.get(token) ?? []
    const user = owners[Math.floor(i / tokens.length) % owners.length]
    if (user === undefined) throw new Error('no wallet')
    const buy = token === weth ? usdc : weth
    const query = {
      fromTokenAddress: token,
      toTokenAddress: buy,
      sellAmount: String(each.get(token)),
      slippage: '0.05',
    }
    const { body } = await api.quote({ ...query, fromAddress: user.address, toAddress: user.address, gasless: 'true' })
    if (body.id === undefined) {
      failed.push(body.message)
      continue
    }
    // The base fee walks by up to an eighth in each block, as on a chain.
    const { baseFeePerGas = 10n ** 9n } = (await provider.getBlock('latest')) ?? {}
    const walked = (Number(baseFeePerGas ?? 0n) * (8 + 2 * random() - 1)) / 8
    const bounded = BigInt(Math.round(Math.min(5e9, Math.max(2e8, walked))))
    await provider.send('anvil_setNextBlockBaseFeePerGas', [`0x${bounded.toString(16)}`])
    const reply = await api.post('/user-manager/execute-swap', {
      networkName: 'sandbox',
      ...(await signQuote(user, body)),
    })
    if (reply.status !== 200) failed.push(reply.body.message)
  }
  for (let tries = 0; tries < 120; tries++) {
    const counts = await Promise.all(
      [...wallets.values()].flat().map(async ({ address }) => {
        return (await api.get('/user-manager/status-counts', { walletAddress: address, network: 'sandbox' })).body
      }),
    )
    for (const state of ['success', 'error', 'expired', 'pending'])
      outcomes[state] = counts.reduce((sum, one) => sum + one[state], 0)
    if (outcomes['pending'] === 0) break
    await sleep(500)
  }
  const gasPaid = before - (await provider.getBalance(relayerAddress))
  let earned = 0n
  const fees: Record<string, string> = {}
  for (const token of tokens) {
    const fee = (await balanceOf(provider, token, relayerAddress)) - (held.get(token) ?? 0n)
    fees[token] = String(fee)
    if (token === weth) earned += fee
    else if (fee > 0n) {
      const { body } = await api.quote({ fromTokenAddress: token, toTokenAddress: weth, sellAmount: String(fee) })
      earned += BigInt(body.amountOut)
    }
  }
  const figures = {
    ...{ orders: count, refused: failed.length, outcomes, feesByToken: fees },
    ...{ feesInWei: String(earned), gasPaidInWei: String(gasPaid), profitInWei: String(earned - gasPaid) },
    feesOverGas: Math.round((Number(earned) / Number(gasPaid)) * 1_000) / 1_000,
    firstRefusal: failed[0] ?? null,
  }
  note('earnings', figures)
  provider.destroy()
  await api.close()
  expect(outcomes).toMatchObject({ pending: 0, error: 0, expired: 0, success: count - failed.length })
  expect(earned - gasPaid).toBeGreaterThanOrEqual(0n)
})
