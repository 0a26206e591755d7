/** Runs of the built program with a separate home, killed if they exceed their limit. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptKeystoreJsonSync } from 'ethers'
import { devAccounts } from '#sandbox/dev-accounts'
import { createEnvironment, waitForExit } from '../e2e/fixture.ts'
import type { Lane } from './lane.ts'

export interface Run {
  readonly args: readonly string[]
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
  /** It had to be killed because it ran far beyond its `--timeout`. */
  readonly overran: boolean
}

export interface StartedRun {
  readonly ended: Promise<Run>
  kill(signal: NodeJS.Signals): void
}

export interface Home {
  readonly state: string
  /** `seconds` is the run's `--timeout`. */
  start(args: readonly string[], place: { readonly urls: readonly string[]; readonly seconds: number }): StartedRun
}

/** Time from the end of `--timeout` to the kill: for loading, and for a machine with other work. */
const graceMs = 60_000

const password = 'reliability'
const keystores = new Map<string, string>()

/** The keys are public, so the weakest scrypt suffices: signing takes no time. */
function getKeystore(account: (typeof devAccounts)[number]): string {
  const made =
    keystores.get(account.name) ??
    encryptKeystoreJsonSync({ address: account.address, privateKey: account.key }, password, {
      scrypt: { N: 2, r: 1, p: 1 },
    })
  keystores.set(account.name, made)
  return made
}

export function createHome(bin: string, lane: Lane): Home {
  const home = mkdtempSync(join(lane.folder, 'home-'))
  const state = join(home, 'state')
  if (lane.network !== 'sandbox') writeKeys(join(home, 'data/swapline/keystore'))
  const env = { ...createEnvironment(home, state), SWAPLINE_PASSWORD: password }
  return {
    state,
    start(args, { urls, seconds }) {
      const place = ['-n', lane.network, ...urls.flatMap((url) => ['--rpc-url', url]), '--timeout', `${seconds}s`]
      const whole = [bin, ...place, ...args, '-o', 'json']
      const began = performance.now()
      const child = spawn(process.execPath, whole, { env })
      let overran = false
      const timer = setTimeout(
        () => {
          overran = true
          child.kill('SIGKILL')
        },
        seconds * 1_000 + graceMs,
      )
      const ended = waitForExit(child, '').then((ran) => {
        clearTimeout(timer)
        return { args, ...ran, milliseconds: Math.round(performance.now() - began), overran }
      })
      return { ended, kill: (signal) => void child.kill(signal) }
    },
  }
}

function writeKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  for (const account of devAccounts)
    writeFileSync(join(folder, `${account.name}.json`), getKeystore(account), { mode: 0o600 })
}
