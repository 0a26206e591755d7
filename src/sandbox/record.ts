import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { type Hex, hex, type NetworkName } from '#domain/units'

/** What one process leaves for the next about the chain that it started in the background. */
export interface SandboxRecord {
  readonly pid: number
  readonly port: number
  readonly chainId: number
  readonly blockTimeSeconds?: number
  /** The chain holds the same mark as long as it lives, see `markOf`. */
  readonly mark: Hex
}

const pathOf = (stateDir: string, network: NetworkName): string => join(stateDir, `sandbox-${network}.json`)

/** `undefined` where there is none, or none that we wrote. */
export async function readRecord(stateDir: string, network: NetworkName): Promise<SandboxRecord | undefined> {
  try {
    return parse(await disk.readFile(pathOf(stateDir, network), 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes it unless there is one: of two processes that start a sandbox at once, one learns that it was second. */
export async function claimRecord(stateDir: string, network: NetworkName, record: SandboxRecord): Promise<boolean> {
  await disk.mkdir(stateDir, { recursive: true, mode: 0o700 })
  try {
    await disk.writeFile(pathOf(stateDir, network), `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

export const removeRecord = (stateDir: string, network: NetworkName): Promise<void> =>
  disk.rm(pathOf(stateDir, network), { force: true })

function parse(text: string): SandboxRecord | undefined {
  const { pid, port, chainId, blockTimeSeconds, mark }: Record<string, unknown> = JSON.parse(text)
  const whole = (n: unknown): n is number => typeof n === 'number' && Number.isSafeInteger(n) && n > 0
  if (!(whole(pid) && whole(port) && whole(chainId) && typeof mark === 'string')) return undefined
  return { pid, port, chainId, mark: hex(mark), ...(whole(blockTimeSeconds) ? { blockTimeSeconds } : {}) }
}

/** Whether a process of this id lives, whoever's it is. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
