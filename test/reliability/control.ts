/**
 * Clients with known mistakes, judged by the same judge: one that believes a refusal or a lost answer, one that counts
 * accepted bytes as a swap, one that forgets. A judge that misses them proves nothing about the program.
 */
import { Transaction, Wallet } from 'ethers'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { acceptTransaction } from './endpoints.ts'
import type { CaseResult } from './fault-cases.ts'
import { type Claim, judgeClaim, judgeEnd, type Violation } from './judge.ts'
import type { Lane } from './lane.ts'
import { createHome } from './program.ts'
import { createUser, type User } from './user.ts'

export interface ControlCase {
  readonly name: string
  readonly rule?: Rule
  /** The violations that the judge has to find. */
  readonly caught: readonly Violation[]
}

const method = 'eth_sendRawTransaction'
const doubles = ['double', 'false not sent'] as const

export const controlCases: readonly ControlCase[] = [
  { name: 'control/reset after', rule: { method, times: 1, fault: { kind: 'lose' } }, caught: doubles },
  { name: 'control/hang after', rule: { method, times: 1, fault: { kind: 'silence' } }, caught: doubles },
  { name: 'control/truncated', rule: { method, times: 1, fault: { kind: 'truncate' } }, caught: doubles },
  {
    name: 'control/refused but kept',
    rule: { method, times: 1, fault: { kind: 'error', code: -32000, message: 'txpool is full' } },
    caught: doubles,
  },
  {
    name: 'control/accepted but lost',
    rule: { method, fault: { kind: 'withhold', answer: acceptTransaction } },
    caught: ['false confirmed'],
  },
  { name: 'control/forgetful', caught: ['lost', 'double'] },
]

const account = devAccounts[1]

export async function runControlCase(bin: string, lane: Lane, { name, rule }: ControlCase): Promise<CaseResult> {
  if (account === undefined) throw new Error('unreachable')
  await lane.reset()
  const user = await createUser({ bin, lane, account: account.address, endpoints: 1 })
  try {
    const found = rule === undefined ? await forget(bin, lane, user) : await swapNaively(user, rule)
    await lane.mine(2)
    const end = judgeEnd(await user.view(), 1)
    const all = [...user.runs.flatMap((run) => run.violations), ...found, ...end]
    return { name, drawn: '', runs: user.runs, violations: [...new Set(all)] }
  } finally {
    await user.close()
  }
}

const swap = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev1']

/** Its state is lost after the swap: it finds nothing, and so it swaps again. */
async function forget(bin: string, lane: Lane, user: User): Promise<readonly Violation[]> {
  await user.run([...swap, '--id', 'first'], { seconds: 10 })
  const home = createHome(bin, lane)
  await user.run(['status', 'first'], { home, seconds: 10, healthy: true })
  await user.run([...swap, '--id', 'first'], { home, seconds: 10 })
  return []
}

interface Payload {
  readonly to: string
  readonly data: string
  readonly value: string
  readonly gasLimit: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  readonly chainId: number
}

async function swapNaively(user: User, rule: Rule): Promise<readonly Violation[]> {
  const { stdout } = await user.run([...swap, '--dry-run'], { seconds: 10 })
  const { payload } = (JSON.parse(stdout) as { data: { payload: Payload } }).data
  user.endpoints.rules([[rule]])
  const found: Violation[] = []
  for (let attempt = 0; attempt < 2; attempt++) {
    const claim = await sendNaively(user.endpoints.urls[0] ?? '', payload)
    const moment = { view: await user.view(), handed: user.handed(), healthy: true, depth: 1 }
    found.push(...judgeClaim(claim, moment))
    if (claim === 'confirmed') break
  }
  return found
}

/** Believes the answer alone: a hash means done, anything else means not done. */
async function sendNaively(url: string, payload: Payload): Promise<Claim> {
  const rpc = createRpc(url, 1_000)
  const { to, data, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas, chainId } = payload
  const wallet = new Wallet(account?.key ?? '')
  const nonce = Number(await rpc<string>('eth_getTransactionCount', wallet.address, 'pending'))
  const fees = { gasLimit, maxFeePerGas, maxPriorityFeePerGas }
  const unsigned = Transaction.from({ type: 2, to, data, value, chainId, nonce, ...fees })
  const raw = await wallet.signTransaction(unsigned)
  return rpc('eth_sendRawTransaction', raw).then(
    () => 'confirmed',
    () => 'not sent',
  )
}
