import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { type Hex, hex } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { readState } from '#sandbox/state-file'
import { anvilBinary } from './binary.ts'
import { deployContracts } from './deploy-contracts.ts'
import { findFreePort, isPortFree } from './free-port.ts'
import { createGenesis, readMark } from './genesis.ts'
import { pause } from './pause.ts'
import { createRpc, type Rpc } from './rpc.ts'

export interface StartOptions {
  readonly chainId?: number
  /** This one or none. By default one that is free. */
  readonly port?: number
  /** Without `port`: this one if it is free. */
  readonly preferredPort?: number
  /** One block per transaction by default, otherwise one every this many seconds. */
  readonly blockTimeSeconds?: number
  /** Accounts of the first block as JSON text; those of the sandbox, with its pools, by default. */
  readonly accounts?: string
  /**
   * The build of our router to deploy, on a chain with no later upgrade than the build needs; by default the one for
   * transient storage. False omits our contracts, for callers that deploy them.
   */
  readonly router?: Network['router'] | false
  /** The implementation of a chain that anvil has besides Ethereum's, with that chain's own contracts. */
  readonly stack?: Network['stack'] | undefined
  /** The most gas of a transaction, if it is not the usual: our router may need more. */
  readonly maxGas?: Network['maxGas'] | undefined
  /** More of anvil's flags. */
  readonly flags?: readonly string[]
  /** Lets the chain outlive this process, see `RunningChain.release`. By default it ends with it. */
  readonly detached?: boolean
}

export interface RunningChain {
  readonly url: string
  readonly pid: number
  /** This chain's mark from its first block on, unique to it. */
  readonly mark: Hex
  readonly rpc: Rpc
  /** Stops it; resolves when the process has ended. */
  stop(): Promise<void>
  /** From here on a detached chain outlives this process, which no longer waits for it. */
  release(): void
}

/** A flag for a chain of many hundred blocks whose old states nobody reads: each block then costs half. */
export const keepsNoOldStates = '--prune-history'

/** How long a cold machine may take to start anvil. */
const startTimeoutMs = 20_000

/**
 * Starts a chain on the loopback address from the sandbox's state, with the current time and our router deployed, and
 * waits until it answers. Any local process that reaches the port can use its development methods (`anvil_…`, `evm_…`).
 * @throws `SANDBOX_FAILED` with anvil's message if it ends or does not answer.
 */
export async function startChain(options: StartOptions = {}): Promise<RunningChain> {
  const folder = await mkdtemp(join(tmpdir(), 'swapline-sandbox-'))
  try {
    // The folder was created just now, so its time is the current time.
    const now = Math.floor((await stat(folder)).mtimeMs / 1_000)
    const mark = hex(`0x${Buffer.from(basename(folder).slice(-6)).toString('hex')}`)
    const state = join(folder, 'genesis.json')
    const { stack } = options
    const accounts = options.accounts ?? (stack === 'tempo' ? '{}' : await readState('state'))
    await writeFile(state, createGenesis(await addStack(accounts, stack), options.chainId ?? 31_337, now, mark), {
      mode: 0o600,
    })
    const chain = await runOnPort(options, folder, mark)
    const { router = 'cancun' } = options
    try {
      await prepareStack(chain.rpc, options.stack)
      const { maxGas } = options
      if (router !== false)
        await deployContracts(chain.rpc, sandboxGround.treasury, { router, ...(maxGas && { maxGas }) })
    } catch (error) {
      await chain.stop()
      throw error
    }
    return chain
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the stack's own contracts need, if it has any, next to the accounts in a JSON text that is left unparsed. */
async function addStack(accounts: string, stack: StartOptions['stack']): Promise<string> {
  if (stack !== 'optimism') return accounts
  const { opStackAccounts } = await import('#sandbox/op-stack')
  return `${JSON.stringify(await opStackAccounts()).slice(0, -1)},${accounts.slice(1)}`
}

async function prepareStack(rpc: Rpc, stack: StartOptions['stack']): Promise<void> {
  if (stack === 'optimism') await (await import('#sandbox/op-stack')).fundCalls(rpc)
  if (stack === 'tempo') await (await import('#sandbox/tempo/treasury')).fundTreasury(rpc)
}

/** At the port that was asked for; else at a free one, and at another if a program takes it before anvil does. */
async function runOnPort(options: StartOptions, folder: string, mark: Hex): Promise<RunningChain> {
  if (options.port !== undefined) return runAnvil(options, options.port, folder, mark)
  const { preferredPort: preferred } = options
  let port = preferred !== undefined && (await isPortFree(preferred)) ? preferred : await findFreePort()
  for (let left = 5; ; left -= 1) {
    try {
      return await runAnvil(options, port, folder, mark)
    } catch (error) {
      if (left === 0 || (await isPortFree(port))) throw error
    }
    port = await findFreePort()
  }
}

async function runAnvil(options: StartOptions, port: number, folder: string, mark: Hex): Promise<RunningChain> {
  const words = await open(join(folder, 'anvil.log'), 'w', 0o600)
  const child = spawn(anvilBinary(), buildFlags(options, port, folder), {
    stdio: ['ignore', words.fd, words.fd],
    detached: options.detached ?? false,
  })
  await words.close()
  // Also a detached one, until its record lets other processes find and stop it.
  const release = killOnExit(child)

  const url = `http://127.0.0.1:${port}`
  const rpc = createRpc(url)
  if (!(await waitForAnswer(child, rpc, mark))) {
    await stopProcess(child)
    const said = await readFile(join(folder, 'anvil.log'), 'utf8')
    throw fail('SANDBOX_FAILED', {
      reason: firstLine(said) ?? `anvil did not answer in ${startTimeoutMs / 1_000} seconds`,
    })
  }
  return { url, pid: child.pid ?? 0, mark, rpc, stop: () => stopProcess(child), release }
}

function buildFlags(options: StartOptions, port: number, folder: string): readonly string[] {
  const pace = options.blockTimeSeconds === undefined ? [] : ['--block-time', String(options.blockTimeSeconds)]
  const place = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(options.chainId ?? 31_337)]
  const { stack } = options
  const upgrades = options.router === 'storage' && stack === undefined ? ['--hardfork', 'london'] : []
  // Otherwise it writes states of old blocks next to its settings, megabytes each, and leaves them there when killed.
  // A chain that is to keep none at all says so itself: anvil refuses both flags together.
  const memory = options.flags?.includes(keepsNoOldStates) ? [] : ['--max-persisted-states', '0']
  return [
    '--quiet',
    ...memory,
    ...place,
    '--init',
    join(folder, 'genesis.json'),
    ...pace,
    ...upgrades,
    ...(stack === undefined ? [] : ['--network', stack]),
    // the latest that it has
    ...(stack === 'tempo' ? ['--hardfork', 't4'] : []),
    ...(options.flags ?? []),
  ]
}

/** False if the process ended, or did not answer in time. Another program at this port has another mark. */
async function waitForAnswer(child: ChildProcess, rpc: Rpc, mark: Hex): Promise<boolean> {
  let failed = false
  child.once('error', () => {
    failed = true
  })
  const step = 10
  for (let waited = 0; waited < startTimeoutMs && !failed && child.exitCode === null; waited += step) {
    if ((await readMark(rpc)) === mark) return true
    await pause(step)
  }
  return false
}

const stopProcess = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** @returns a function that undoes it */
function killOnExit(child: ChildProcess): () => void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  return () => {
    process.removeListener('exit', end)
    child.unref()
  }
}

const firstLine = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/\.$/, ''))
    .find((line) => line !== '')
