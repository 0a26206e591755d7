/** Two sandboxes that swap with each other, and the relay between them. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { type CctpNetwork, cctpNetworks } from '#bridges/cctp/networks'
import { fail } from '#domain/errors'
import {
  type PairRelay,
  pairRelays,
  type RunningPair,
  type RunningPairRelay,
  type RunningSandbox,
} from '#domain/sandbox'
import { type NetworkName, noBytes, type Seconds, seconds } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { deployCrossing } from '#sandbox/anvil/deploy-contracts'
import { readMark } from '#sandbox/anvil/genesis'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { placeCctp } from '#sandbox/cctp/place'
import type { RelayOptions, RelaySide } from '#sandbox/cctp/relay'
import type { SandboxContext } from './control.ts'
import { stopChain } from './launch.ts'
import { writeWhole } from './record.ts'

/** What one process records for the next about the relay that it started in the background. */
interface RelayRecord {
  readonly pid: number
  readonly port: number
  /** By which the relay is known to be that one, and the pid to be still its own. */
  readonly token: string
  readonly relay: PairRelay
  /** Of the chains, see `readMark`. */
  readonly marks: readonly string[]
}

interface PairTools {
  readonly start: (as: NetworkName) => Promise<RunningSandbox>
  readonly withLock: <T>(name: NetworkName, work: () => Promise<T>) => Promise<T>
}

interface PairRequest {
  readonly names: readonly NetworkName[]
  readonly relay: PairRelay | undefined
}

/** As `SandboxControl.startPair`. */
export async function startPair(
  context: SandboxContext,
  { names, relay }: PairRequest,
  { start, withLock }: PairTools,
): Promise<RunningPair> {
  const entries = names.map((name) => context.getEntry(name))
  if (new Set(entries.map(({ chainId }) => chainId)).size < names.length)
    throw fail('USAGE', { reason: 'A pair is of two different networks.', fix: '--pair ethereum,base' })
  const sandboxes: RunningSandbox[] = []
  for (const name of names) {
    const one = await start(name)
    await withLock(name, () => deployCrossing(createRpc(one.url), sandboxGround.treasury))
    sandboxes.push(one)
  }
  await alignClocks(sandboxes.map(({ url }) => createRpc(url)))
  const sides = await Promise.all(sandboxes.map(findCctpSide))
  const [first, second] = sides
  if (first === undefined || second === undefined) return { sandboxes }
  const lock = { path: join(context.stateDir, 'pair.lock'), what: 'the relay of the pair' }
  return context.lock(lock, async () => {
    await placeCctp(createRpc(first.url), first.network, second.network)
    await placeCctp(createRpc(second.url), second.network, first.network)
    return { sandboxes, relay: await provideRelay(context, [first, second], relay) }
  })
}

/** @returns `undefined` if CCTP, or its USDC, is not there */
async function findCctpSide({ url, chainId }: RunningSandbox): Promise<RelaySide | undefined> {
  const network = cctpNetworks.find((one: CctpNetwork) => one.chainId === chainId)
  if (network === undefined) return undefined
  const rpc = createRpc(url)
  const mark = await readMark(rpc)
  const code = await rpc<string>('eth_getCode', network.usdc, 'latest')
  return mark === undefined || code === noBytes ? undefined : { url, mark, network }
}

/** The running one if it is of these chains and as wanted; else a new one, and the running one ends. */
async function provideRelay(
  context: SandboxContext,
  sides: readonly RelaySide[],
  wanted: PairRelay | undefined,
): Promise<RunningPairRelay> {
  const running = await findAlive(context)
  const isOfThese =
    running?.marks.toSorted().join() ===
    sides
      .map(({ mark }) => mark)
      .toSorted()
      .join()
  if (running !== undefined && isOfThese && (wanted ?? running.relay) === running.relay) return toRunning(running)
  if (running !== undefined) await stopChain(context, running)
  const relay = wanted ?? 'auto'
  const token = randomUUID()
  const { pid, port } = await launchRelay(context, { token, relay, sides })
  const record: RelayRecord = { pid, port, token, relay, marks: sides.map(({ mark }) => mark) }
  try {
    await writeWhole(context.stateDir, pathOf(context), record)
  } catch (error) {
    process.kill(pid) // without a record no command could replace it
    throw error
  }
  return toRunning(record)
}

/** In the background: it ends with the chains. */
function launchRelay(
  { relayProgram }: SandboxContext,
  options: RelayOptions,
): Promise<{ readonly pid: number; readonly port: number }> {
  const child = spawn(process.execPath, [relayProgram, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: {},
  })
  return new Promise((resolve, reject) => {
    const refuse = () => reject(fail('SANDBOX_FAILED', { reason: 'the relay of the pair does not start' }))
    child.once('error', refuse)
    child.once('exit', refuse)
    child.stdout.once('data', (line: Buffer) => {
      child.off('exit', refuse)
      child.stdout.destroy()
      child.unref()
      resolve({ pid: child.pid ?? 0, port: Number(String(line)) })
    })
  })
}

/** As `SandboxControl.findRelay`. */
export async function findRelay(context: Pick<SandboxContext, 'stateDir'>): Promise<RunningPairRelay | undefined> {
  const found = await findAlive(context)
  return found && toRunning(found)
}

const urlOf = ({ port }: RelayRecord): string => `http://127.0.0.1:${port}`
const toRunning = (record: RelayRecord): RunningPairRelay => ({ relay: record.relay, url: urlOf(record) })
const pathOf = ({ stateDir }: Pick<SandboxContext, 'stateDir'>): string => join(stateDir, 'pair.json')

async function findAlive(context: Pick<SandboxContext, 'stateDir'>): Promise<RelayRecord | undefined> {
  try {
    const record = parseRecord(await disk.readFile(pathOf(context), 'utf8'))
    if (record === undefined) return undefined
    const { token } = await createRpc(urlOf(record), 3_000)<{ token: unknown }>('relay')
    return token === record.token ? record : undefined
  } catch {
    return undefined
  }
}

function parseRecord(text: string): RelayRecord | undefined {
  const { pid, port, token, relay: named, marks }: Record<string, unknown> = JSON.parse(text)
  const relay = pairRelays.find((one) => one === named)
  const isWhole = (n: unknown): n is number => typeof n === 'number' && Number.isSafeInteger(n) && n > 0
  if (!(isWhole(pid) && isWhole(port) && typeof token === 'string' && Array.isArray(marks))) return undefined
  return relay && { pid, port, token, relay, marks: marks.map(String) }
}

/** As `SandboxControl.advance`. */
export async function advanceAll(running: readonly RunningSandbox[], by: number) {
  if (running.length === 0) throw fail('SANDBOX_NOT_RUNNING', { as: undefined })
  const times = await advanceClocks(
    running.map(({ url }) => createRpc(url)),
    by,
  )
  return running.map(({ network }, i) => ({ network, time: times[i] ?? seconds(0) }))
}

/** Every chain mines a block at its new time. */
async function advanceClocks(chains: readonly Rpc[], by: number): Promise<readonly Seconds[]> {
  return Promise.all(
    chains.map(async (rpc) => {
      await rpc('evm_increaseTime', by)
      return mineNow(rpc)
    }),
  )
}

/** The time of a block that is mined now. */
async function mineNow(rpc: Rpc): Promise<Seconds> {
  await rpc('evm_mine')
  const { timestamp } = await rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
  return seconds(Number(timestamp))
}

/** Moves every clock to the latest: a running sandbox may have been moved on. */
async function alignClocks(chains: readonly Rpc[]): Promise<void> {
  const times = await Promise.all(chains.map(mineNow))
  const latest = Math.max(...times)
  for (const [i, rpc] of chains.entries()) {
    const behind = latest - (times[i] ?? latest)
    if (behind > 0) await advanceClocks([rpc], behind)
  }
}
