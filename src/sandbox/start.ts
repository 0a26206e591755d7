import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { type Hex, hex } from '#domain/units'
import { sandboxGround } from './addresses.gen.ts'
import { anvilBinary } from './anvil-binary.ts'
import { deployContracts } from './deploy-contracts.ts'
import { freePort } from './free-port.ts'
import { genesis, markOf } from './genesis.ts'
import { pause } from './pause.ts'
import { createRpc, type Rpc } from './rpc.ts'
import { readState } from './state-file.ts'

export interface StartOptions {
  readonly chainId?: number
  /** Any free one by default. */
  readonly port?: number
  /** A block for every transaction by default, otherwise one every so many seconds. */
  readonly blockTimeSeconds?: number
  /** Accounts of the first block as JSON text; those of the sandbox, with its pools, by default. */
  readonly accounts?: string
  /**
   * Which build of our router stands there, on a chain that knows no later upgrade than the build needs; that for
   * transient storage by default. False leaves our contracts out, for who deploys them himself.
   */
  readonly router?: Network['router'] | false
  /** More of anvil's flags. */
  readonly flags?: readonly string[]
  /** Can be let go, to outlive this process, see `RunningChain.release`. By default it ends with it. */
  readonly detached?: boolean
}

export interface RunningChain {
  readonly url: string
  readonly pid: number
  /** Kept by this chain from its first block on and by no other. */
  readonly mark: Hex
  readonly rpc: Rpc
  /** Ends it; resolves when the process is gone. */
  stop(): Promise<void>
  /** From here on a detached chain outlives this process, which no longer waits for it. */
  release(): void
}

/** How long a cold machine may take to start anvil. */
const patienceMs = 20_000

/**
 * Starts a chain on the loopback address from the sandbox's state, its clock at now and our router in place,
 * and waits until it answers. Whoever reaches the port can use its development methods (`anvil_…`, `evm_…`).
 * @throws `SANDBOX_FAILED` with anvil's words where it ends or stays silent.
 */
export async function startChain(options: StartOptions = {}): Promise<RunningChain> {
  const folder = await mkdtemp(join(tmpdir(), 'swapline-sandbox-'))
  try {
    // The folder was made just now, so its time is the time.
    const now = Math.floor((await stat(folder)).mtimeMs / 1_000)
    const mark = hex(`0x${Buffer.from(basename(folder).slice(-6)).toString('hex')}`)
    const state = join(folder, 'genesis.json')
    const accounts = options.accounts ?? (await readState('state'))
    await writeFile(state, genesis(accounts, options.chainId ?? 31_337, now, mark), { mode: 0o600 })
    const chain = await run(options, options.port ?? (await freePort()), folder, mark)
    const { router = 'cancun' } = options
    try {
      if (router !== false) await deployContracts(chain.rpc, sandboxGround.treasury, { router })
    } catch (error) {
      await chain.stop()
      throw error
    }
    return chain
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(options: StartOptions, port: number, folder: string, mark: Hex): Promise<RunningChain> {
  const words = await open(join(folder, 'anvil.log'), 'w', 0o600)
  const child = spawn(anvilBinary(), flagsOf(options, port, folder), {
    stdio: ['ignore', words.fd, words.fd],
    detached: options.detached ?? false,
  })
  await words.close()
  // Also a detached one, as long as nobody else could find it to end it.
  const release = endsWithUs(child)

  const url = `http://127.0.0.1:${port}`
  const rpc = createRpc(url)
  if (!(await answers(child, rpc, mark))) {
    await ended(child)
    const said = await readFile(join(folder, 'anvil.log'), 'utf8')
    throw fail('SANDBOX_FAILED', { reason: firstLine(said) ?? `anvil did not answer in ${patienceMs / 1_000} seconds` })
  }
  return { url, pid: child.pid ?? 0, mark, rpc, stop: () => ended(child), release }
}

function flagsOf(options: StartOptions, port: number, folder: string): readonly string[] {
  const pace = options.blockTimeSeconds === undefined ? [] : ['--block-time', String(options.blockTimeSeconds)]
  const place = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(options.chainId ?? 31_337)]
  const upgrades = options.router === 'storage' ? ['--hardfork', 'london'] : []
  // Else it lays states of old blocks beside its settings, megabytes each, and leaves them there when it is killed.
  const memory = ['--max-persisted-states', '0']
  return [
    '--quiet',
    ...memory,
    ...place,
    '--init',
    join(folder, 'genesis.json'),
    ...pace,
    ...upgrades,
    ...(options.flags ?? []),
  ]
}

/** False when the process ended, or stayed silent for too long. Another program at this port has another mark. */
async function answers(child: ChildProcess, rpc: Rpc, mark: Hex): Promise<boolean> {
  let failed = false
  child.once('error', () => {
    failed = true
  })
  const step = 10
  for (let waited = 0; waited < patienceMs && !failed && child.exitCode === null; waited += step) {
    if ((await markOf(rpc)) === mark) return true
    await pause(step)
  }
  return false
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** @returns what undoes it */
function endsWithUs(child: ChildProcess): () => void {
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
