import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { toStateDirFailure } from '#domain/failures/state-dir-failure'
import { type Hex, hex, type NetworkName, networkName } from '#domain/units'

/** What one process records for the next about the chain it started in the background. */
export interface SandboxRecord {
  readonly pid: number
  readonly port: number
  readonly chainId: number
  readonly blockTimeSeconds?: number
  /** The chain's mark, constant as long as it lives, see `readMark`. */
  readonly mark: Hex
}

const pathOf = (stateDir: string, network: NetworkName): string => join(stateDir, `sandbox-${network}.json`)

/** `undefined` if there is none, or it is not ours. */
export async function readRecord(stateDir: string, network: NetworkName): Promise<SandboxRecord | undefined> {
  try {
    return parseRecord(await disk.readFile(pathOf(stateDir, network), 'utf8'))
  } catch {
    return undefined
  }
}

/** The networks of recorded sandboxes, running or not. */
export async function listRecordedNetworks(stateDir: string): Promise<readonly NetworkName[]> {
  const files = await disk.readdir(stateDir).catch(() => [])
  return files.flatMap((file) => /^sandbox-([a-z][a-z0-9]*)\.json$/.exec(file)?.[1] ?? []).map(networkName)
}

/** @throws `STATE_DIR_UNUSABLE` */
export const writeRecord = (stateDir: string, network: NetworkName, record: SandboxRecord): Promise<void> =>
  writeWhole(stateDir, pathOf(stateDir, network), record)

/** Written under another name first, so that no reader sees a partial file. @throws `STATE_DIR_UNUSABLE`. */
export async function writeWhole(stateDir: string, path: string, record: object): Promise<void> {
  const draft = `${path}.${process.pid}`
  try {
    await disk.writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 })
    await disk.rename(draft, path)
  } catch (error) {
    await disk.rm(draft, { force: true }).catch(() => undefined)
    throw toStateDirFailure(stateDir, error) ?? error
  }
}

/** @throws `STATE_DIR_UNUSABLE` if there is one that cannot be removed. */
export async function removeRecord(stateDir: string, network: NetworkName): Promise<void> {
  try {
    await disk.rm(pathOf(stateDir, network))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return
    throw toStateDirFailure(stateDir, error) ?? error
  }
}

function parseRecord(text: string): SandboxRecord | undefined {
  const { pid, port, chainId, blockTimeSeconds, mark }: Record<string, unknown> = JSON.parse(text)
  const whole = (n: unknown): n is number => typeof n === 'number' && Number.isSafeInteger(n) && n > 0
  if (!(whole(pid) && whole(port) && whole(chainId) && typeof mark === 'string')) return undefined
  return { pid, port, chainId, mark: hex(mark), ...(whole(blockTimeSeconds) ? { blockTimeSeconds } : {}) }
}

/** Whether a process with this id exists, of any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
