/** Many swaps of one account and token at once, through the built program; the chain says what became of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, hex } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { type CliFixture, findDevAddress, type RunResult, type User } from '../e2e/fixture.ts'

export interface Lane {
  readonly name: string
  readonly account: string
  readonly approve: 'exact' | 'permit'
  /** Approves the sum of all swaps first. */
  readonly approvesFirst: boolean
  /** Every second command returns while its swap is pending. */
  readonly noWait: boolean
  /** Ends commands by `kill -9`, and runs them again with the same id. */
  readonly kills: boolean
}

export interface LaneSize {
  readonly swaps: number
  readonly processes: number
  readonly random: () => number
}

export interface LaneResult {
  readonly lane: string
  /** Ids whose swap is in a block with success. */
  readonly done: number
  /** By the chain: transactions of the account to the router. */
  readonly succeededOnChain: number
  readonly revertedOnChain: number
  /** By the chain: transactions of the account to the token. */
  readonly approvals: number
  readonly kills: number
  /** How often a command ended with which status; `killed` for the others. */
  readonly exits: Readonly<Partial<Record<string, number>>>
  /** What commands printed that ended with any other status than a lane may meet. */
  readonly failures: readonly string[]
  /** In the smallest unit, as decimal text. */
  readonly sold: string
  readonly expectedSold: string
  readonly allowanceAfter: string
  readonly seconds: number
}

const { USDC } = sandboxGround.tokens
const router = getRouter({ router: 'cancun' }).address
const unitsPerSwap = 10n * 10n ** 6n
const blockMs = 250
/** More runs of one id than this are a failure of the program, not of its luck. */
const maxRuns = 40

/** Runs all swaps of a lane, mining meanwhile, until every id is done or one of them reverted. */
export async function runLane(fixture: CliFixture, lane: Lane, size: LaneSize): Promise<LaneResult> {
  const { chain } = fixture
  const user = fixture.createUser()
  const owner = findDevAddress(lane.account)
  const started = performance.now()
  const soldBefore = await balanceOf(chain.rpc, owner)
  if (lane.approvesFirst) await approveSum(user, lane, size)

  await chain.rpc('evm_setAutomine', false)
  const miner = setInterval(() => void chain.rpc('evm_mine').catch(() => undefined), blockMs)
  const tally: Tally = { exits: {}, failures: [], done: 0 }
  try {
    let next = 0
    const work = async (): Promise<void> => {
      while (next < size.swaps) await finishSwap(user, lane, { index: next++, size, tally })
    }
    await Promise.all(Array.from({ length: size.processes }, work))
  } finally {
    clearInterval(miner)
    await chain.rpc('evm_setAutomine', true)
    await chain.rpc('evm_mine')
  }
  return {
    lane: lane.name,
    done: tally.done,
    ...(await countOnChain(chain.rpc, owner)),
    kills: tally.exits['killed'] ?? 0,
    exits: tally.exits,
    failures: tally.failures,
    sold: String(soldBefore - (await balanceOf(chain.rpc, owner))),
    expectedSold: String(unitsPerSwap * BigInt(size.swaps)),
    allowanceAfter: String(await ask(chain.rpc, readAllowance(USDC.address, owner, router))),
    seconds: Math.round((performance.now() - started) / 1000),
  }
}

interface Tally {
  readonly exits: Partial<Record<string, number>>
  readonly failures: string[]
  done: number
}

interface SwapRun {
  readonly index: number
  readonly size: LaneSize
  readonly tally: Tally
}

/** Exit statuses that a lane may meet: busy, an old quote, pending, replaced. The chain tells whether any reverted. */
const expectedCodes: ReadonlySet<string> = new Set(['0', '5', '8', '12', '13', '14', 'killed'])

/** Runs one id until it is done. A swap that is proven replaced gets another id, as the program says. */
async function finishSwap(user: User, lane: Lane, { index, size, tally }: SwapRun): Promise<void> {
  let replaced = 0
  for (let run = 0; run < maxRuns; run++) {
    const returnsEarly = lane.noWait && index % 2 === 0 && run === 0
    const killing = lane.kills && run < 2 && size.random() < 0.6
    const id = `${lane.name}-${index}-${replaced}`
    const killAfterMs = killing ? size.random() * 4000 : undefined
    const code = await runOnce(user, lane, { id, returnsEarly, killAfterMs, failures: tally.failures })
    tally.exits[code] = (tally.exits[code] ?? 0) + 1
    if (code === '14') replaced++
    if (code === '12') return
    if (code === '0' && !returnsEarly) {
      tally.done++
      return
    }
  }
}

interface OneRun {
  readonly id: string
  readonly returnsEarly: boolean
  readonly killAfterMs: number | undefined
  readonly failures: string[]
}

/** The exit status, or `killed`. */
async function runOnce(user: User, lane: Lane, { id, returnsEarly, killAfterMs, failures }: OneRun): Promise<string> {
  const words = ['swap', '10', 'USDC', 'DAI', '-a', lane.account, '-y', '-o', 'json', '--timeout', '4m']
  const how = ['--id', id, '--approve', lane.approve, ...(returnsEarly ? ['--no-wait'] : [])]
  const { child, ended } = await user.start([...words, ...how])
  if (killAfterMs !== undefined) void sleep(killAfterMs).then(() => child.kill('SIGKILL'))
  const result = await ended
  const code = result.signal === null ? String(result.code) : 'killed'
  if (!expectedCodes.has(code)) failures.push(sayEnd(result))
  return code
}

const sayEnd = ({ code, stdout, stderr }: RunResult): string => `exit ${code}\n${stdout}\n${stderr}`

async function approveSum(user: User, { account }: Lane, { swaps }: LaneSize): Promise<void> {
  const sum = String((unitsPerSwap * BigInt(swaps)) / 10n ** 6n)
  const { ended } = await user.start(['approve', 'USDC', sum, '-a', account, '-y'])
  const result = await ended
  if (result.code !== 0) throw new Error(sayEnd(result))
}

interface Block {
  readonly transactions: readonly { readonly hash: string; readonly from: string; readonly to: string | null }[]
}

async function countOnChain(rpc: Rpc, owner: Address) {
  const head = Number(await rpc<string>('eth_blockNumber'))
  let [succeededOnChain, revertedOnChain, approvals] = [0, 0, 0]
  for (let number = 0; number <= head; number++) {
    const { transactions } = await rpc<Block>('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
    for (const { hash, from, to } of transactions.filter((tx) => tx.from.toLowerCase() === owner)) {
      const { status } = await rpc<{ status: string }>('eth_getTransactionReceipt', hash)
      if (status !== '0x1') revertedOnChain++
      else if (to?.toLowerCase() === router) succeededOnChain++
      else if (to?.toLowerCase() === USDC.address) approvals++
      else throw new Error(`${from} sent ${hash} to ${to}`)
    }
  }
  return { succeededOnChain, revertedOnChain, approvals }
}

const ask = async (rpc: Rpc, { to, data }: { to: Address; data: string }): Promise<bigint> =>
  BigInt(hex(await rpc<string>('eth_call', { to, data }, 'latest')))

const balanceOf = (rpc: Rpc, owner: Address): Promise<bigint> => ask(rpc, readBalance(USDC.address, owner))
