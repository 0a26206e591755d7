import { afterAll } from 'vitest'
import { bin, cleanEnv, type RunEnvironment, type RunResult } from '../cli/run-built.ts'
import { createHosts } from './hosts.ts'

/** As `runSwapline`, in a process that all runs of the file share, one after the other; it ends after the file's tests. */
export function startSwapline(): (
  home: string,
  args: readonly string[],
  circumstances?: RunEnvironment,
) => Promise<RunResult> {
  const hosts = createHosts(bin, 1)
  afterAll(() => hosts.close())
  return (home, args, { env, input, cwd } = {}) => hosts.run({ args, env: cleanEnv(home, env), input, cwd })
}
