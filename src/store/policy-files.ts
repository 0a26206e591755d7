import {
  accessSync,
  constants,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fail, SwapError } from '#domain/errors'
import { formatPolicy, parsePolicy } from '#domain/policy/parse-policy'
import { noRules, type PolicyFiles, type PolicyRules, type StoredPolicy } from '#domain/policy/policy'
import { claimDirectory, requirePrivate } from '#system/private-directory'

export interface PolicyFilesContext {
  /** The folders of our own key files: the usual one whatever the flags say, and the one in use. */
  readonly folders: readonly string[]
  readonly stateDirectory: string
  readonly uuid: () => string
  /** Runs while no other process holds the lock `file`. */
  readonly lock: <T>(file: { readonly path: string; readonly what: string }, work: () => Promise<T>) => Promise<T>
}

/** Hidden, so that no key folder lists them as keys. */
const fileName = '.policy.json'
const lockName = '.policy.lock'

/**
 * The policy is beside the keys that it binds: another `--config`, `--profile` or `--keystore` reaches either no key of
 * the folder, or its policy too.
 */
export function createPolicyFiles({ folders, stateDirectory, uuid, lock }: PolicyFilesContext): PolicyFiles {
  const own = [...new Set(folders.map((folder) => (isFile(folder) ? dirname(resolve(folder)) : resolve(folder))))]
  const here = toRealPath(stateDirectory)
  const read = (path: string): StoredPolicy | undefined => {
    const text = readIfExists(path)
    if (text === undefined) return undefined
    const policy = parseOrFail(path, text)
    return { ...policy, path, countsHere: toRealPath(policy.stateDirectory) === here }
  }
  return {
    find(keyFile) {
      const ofKey = keyFile === undefined ? [] : [dirname(resolve(keyFile))]
      const paths = [...new Set([...own, ...ofKey])].map((folder) => join(folder, fileName))
      return dropEqual(paths.map(read).filter((policy) => policy !== undefined))
    },
    async change(change) {
      // commands with different state directories change the same files
      const locked = [...new Set(own.map(claimFolder))]
        .sort((a, b) => (a < b ? -1 : 1))
        .map((folder) => join(folder, lockName))
      return lockAll(lock, locked, async () => {
        const paths = own.map((folder) => join(folder, fileName))
        const found = paths.map(read) // all of them before one is written
        const first = found.find((policy) => policy !== undefined)
        return paths.filter((path, i) => {
          const before = found[i] ?? first
          const rules = toRules(change(toRules(before ?? noRules)))
          if (isEmpty(rules)) return removeIfExists(path)
          // another journal would count from zero again
          const isCounted = before !== undefined && before.perDay.length > 0
          write(path, formatPolicy({ ...rules, stateDirectory: isCounted ? before.stateDirectory : here }), uuid())
          return true
        })
      })
    },
  }
}

/** In the order of `paths`, which is the same in every process: so no two of them wait for each other. */
const lockAll = <T>(
  lock: PolicyFilesContext['lock'],
  [path, ...others]: readonly string[],
  work: () => Promise<T>,
): Promise<T> =>
  path === undefined ? work() : lock({ path, what: 'the spend policy' }, () => lockAll(lock, others, work))

/** @returns its one true path: a process that locks a file by two names waits for itself */
function claimFolder(folder: string): string {
  const path = join(folder, fileName)
  claimDirectory(folder, (error) => writeFailure(path, error))
  try {
    accessSync(folder, constants.W_OK)
    return realpathSync(folder)
  } catch (error) {
    throw writeFailure(path, error)
  }
}

const toRules = ({
  perTransaction,
  perDay,
  allowTokens,
  denyTokens,
  allowRecipients,
  networks,
}: PolicyRules): PolicyRules => ({ perTransaction, perDay, allowTokens, denyTokens, allowRecipients, networks })

const isEmpty = (rules: PolicyRules): boolean => Object.values(rules).every((list) => list.length === 0)

function dropEqual(policies: readonly StoredPolicy[]): readonly StoredPolicy[] {
  const texts = policies.map((policy) => formatPolicy({ ...toRules(policy), stateDirectory: policy.stateDirectory }))
  return policies.filter((_, i) => texts.indexOf(texts[i] ?? '') === i)
}

function readIfExists(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  requirePrivate(path, found, '600')
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw fail('CONFIG_INVALID', { path, reason: 'it cannot be read' }, { cause })
  }
}

function parseOrFail(path: string, text: string) {
  try {
    return parsePolicy(text)
  } catch (cause) {
    const reason = cause instanceof RangeError || cause instanceof SwapError ? cause.message : 'it is not JSON'
    throw fail('CONFIG_INVALID', { path, reason }, { cause })
  }
}

/** The whole file appears at once: a process that signs meanwhile reads the old policy or the new one. */
function write(path: string, text: string, id: string): void {
  const draft = join(dirname(path), `.${id}.draft`)
  claimDirectory(dirname(path), (error) => writeFailure(path, error))
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw writeFailure(path, error)
  }
}

function removeIfExists(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false
  try {
    rmSync(path)
    return true
  } catch (error) {
    throw writeFailure(path, error)
  }
}

const writeFailure = (path: string, error: unknown): SwapError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return fail('CONFIG_INVALID', { path, reason: `it cannot be written (${code})` })
}

/** `--keystore` may name a single key file. */
const isFile = (path: string): boolean => statIfExists(path)?.isFile() === true

function statIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/** Two spellings of one directory are the same journal. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path) // it does not exist yet
  }
}
