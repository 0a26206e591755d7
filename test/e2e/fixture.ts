/** A sandbox chain, the built program, and users with separate homes who run it on that chain. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '#domain/units'
import { type RunningChain, type StartOptions, startChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import type { HostedRun, Hosts } from '../hosted/hosts.ts'
import { shareProgram } from '../hosted/shared-program.ts'

export interface RunResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<RunResult>
}

export interface RunOptions {
  /** An endpoint instead of the chain's own. */
  readonly rpc?: string
  /** `false` omits network and endpoint. */
  readonly network?: string | false
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** A user with a home: settings, keys, quotes and journal are not shared. */
export interface User {
  readonly home: string
  readonly state: string
  readonly keystore: string
  readonly config: string
  run(args: readonly string[], circumstances?: RunOptions): Promise<RunResult>
  start(args: readonly string[], circumstances?: RunOptions): Promise<RunningCommand>
  /** A line for bash, with the program's path as `$BIN`. */
  shell(command: string): Promise<RunResult>
}

export interface CliFixture {
  readonly chain: RunningChain
  createUser(): User
  /**
   * A user whose `run` has the same code of `dist` run in a process that others run in, one after the other: a fifth of
   * the processor time. What a process of its own does or shows needs `createUser`, `start` or `shell`: starting and
   * ending, signals, closed streams, and commands at the same time.
   */
  createHostedUser(): User
  addProxy(rules: readonly Rule[]): Promise<FaultProxy>
  /** The number of an account's transactions on the chain. */
  countSentBy(account: string): Promise<number>
  close(): Promise<void>
}

/** More concurrent processes than this only wait for each other. */
const maxAtOnce = 4

export async function startCliFixture(options: StartOptions = {}): Promise<CliFixture> {
  const { bin, hosts } = shareProgram()
  const chain = await startChain(options)
  const homes = mkdtempSync(join(tmpdir(), 'swapline-e2e-'))
  const proxies: FaultProxy[] = []
  const place = { bin, url: chain.url, limit: createLimiter(maxAtOnce) }
  const createHome = () => mkdtempSync(join(homes, 'home-'))
  return {
    chain,
    createUser: () => createUser(place, createHome()),
    createHostedUser: () => createUser({ ...place, hosts }, createHome()),
    addProxy: async (rules) => {
      const proxy = await startProxy(chain.url, rules)
      proxies.push(proxy)
      return proxy
    },
    countSentBy: async (account) =>
      Number(await chain.rpc<string>('eth_getTransactionCount', findDevAddress(account), 'latest')),
    close: async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await chain.stop()
      rmSync(homes, { recursive: true, force: true })
    },
  }
}

export function findDevAddress(account: string): Address {
  const found = devAccounts.find(({ name }) => name === account)
  if (found === undefined) throw new Error(`there is no ${account}`)
  return found.address
}

/** Every byte below a folder, as text. */
export function readAllBytes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n')
}

interface Program {
  readonly bin: string
  readonly url: string
  readonly limit: <T>(work: () => Promise<T>) => Promise<T>
  /** What runs its commands, if no process of their own does. */
  readonly hosts?: Hosts
}

function createUser(program: Program, home: string): User {
  const state = join(home, 'state')
  const config = join(home, 'config/swapline/config.json')
  const keystore = join(home, 'data/swapline/keystore')
  mkdirSync(keystore, { recursive: true, mode: 0o700 })
  mkdirSync(join(home, 'config/swapline'), { recursive: true, mode: 0o700 })

  function plan(words: readonly string[], { network = 'sandbox', rpc, env, input = '' }: RunOptions = {}) {
    const place = network === false ? [] : ['-n', network, '--rpc-url', rpc ?? program.url]
    return { args: [...place, ...words], env: { ...createEnvironment(home, state), ...env }, input }
  }
  function begin({ args, env, input }: ReturnType<typeof plan>): RunningCommand {
    const child = spawn(process.execPath, [program.bin, ...args], { env })
    return { child, ended: waitForExit(child, input) }
  }
  return {
    home,
    state,
    config,
    keystore,
    run: (args, circumstances) => {
      const job = plan(args, circumstances)
      return program.hosts === undefined ? program.limit(() => begin(job).ended) : runHosted(program.hosts, job)
    },
    start: async (args, circumstances) => begin(plan(args, circumstances)),
    shell: (command) => {
      const env = { ...createEnvironment(home, state), BIN: program.bin }
      return program.limit(() => waitForExit(spawn('bash', ['-c', command], { env }), ''))
    },
  }
}

const runHosted = async (hosts: Hosts, job: HostedRun): Promise<RunResult> => ({
  ...(await hosts.run(job)),
  signal: null,
})

const { PATH = '' } = process.env

/** Nothing of the machine's environment except what Node needs: neither SWAPLINE_*, ETH_* nor CI. */
export const createEnvironment = (home: string, state: string): Record<string, string> => ({
  PATH,
  HOME: home,
  LANG: 'C.UTF-8',
  SWAPLINE_STATE_DIR: state,
  XDG_DATA_HOME: join(home, 'data'),
  XDG_CONFIG_HOME: join(home, 'config'),
})

export function waitForExit(child: ChildProcess, input: string): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ stdout, stderr, code, signal }))
  })
}

function createLimiter(max: number): Program['limit'] {
  let open = max
  const waiting: (() => void)[] = []
  return async (work) => {
    if (open > 0) open--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) open++
      else next()
    }
  }
}
