/** The built program with a pair of sandboxes, in a home of its own. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSwapline } from '#test/cli/run-built'
import type { SandboxSide } from './sandbox-side.ts'

const networks = ['ethereum', 'base'] as const

/** The environment of a program whose clock is ahead by so many seconds. */
export const aheadBy = (seconds: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${seconds}000`,
})

/** @param variables of the environment, asked for at each run */
export function createPairUser(variables: () => Record<string, string> = () => ({})) {
  const home = mkdtempSync(join(tmpdir(), 'swapline-pair-'))
  const runIn = async (env: Record<string, string>, ...args: string[]) => {
    const result = await runSwapline(home, [...args, '-o', 'json'], { env: { ...variables(), ...env } })
    const document = result.stdout === '' ? undefined : JSON.parse(result.stdout)
    return { ...result, data: document?.data, error: document?.error }
  }
  const run = (...args: string[]) => runIn({}, ...args)
  const recordOf = (network: string) => join(home, `.local/state/swapline/sandbox-${network}.json`)
  return {
    home,
    run,
    /** The same by a clock that is ahead by so many seconds. */
    runLater: (seconds: number, ...args: string[]) => runIn(aheadBy(seconds), ...args),
    /** Lets the program reach a sandbox of the pair by way of a proxy; `undefined` for the sandbox's own port again. */
    redirect(side: SandboxSide, through: string | undefined) {
      const path = recordOf(side.network.replace('sandbox-', ''))
      const record = JSON.parse(readFileSync(path, 'utf8'))
      writeFileSync(path, JSON.stringify({ ...record, port: Number(new URL(through ?? side.url).port) }))
    },
    /** The same with an empty store, which knows where the sandboxes run and nothing else. */
    async runElsewhere(...args: string[]) {
      const elsewhere = mkdtempSync(join(home, 'elsewhere-'))
      const state = join(home, '.local/state/swapline')
      for (const file of readdirSync(state))
        if (/^(sandbox-\w+|pair)\.json$/.test(file)) copyFileSync(join(state, file), join(elsewhere, file))
      return run(...args, '--state-dir', elsewhere)
    },
    /** @returns source and destination, on both of which these accounts have funds */
    async startPair(...funded: string[]): Promise<readonly [SandboxSide, SandboxSide]> {
      const { data } = await run('sandbox', 'up', '--pair', networks.join(), '--relay', 'off')
      for (const as of networks) for (const account of funded) await run('sandbox', 'fund', account, '--as', as)
      return data.pair
    },
    async end(): Promise<void> {
      for (const as of networks) await run('sandbox', 'down', '--as', as)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
