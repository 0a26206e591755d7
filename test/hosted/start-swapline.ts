import { cleanEnv, type RunEnvironment, type RunResult } from '../cli/run-built.ts'
import { shareProgram } from './shared-program.ts'

/** As `runSwapline`, in a process that runs one command after the other, also those of other files. */
export function startSwapline(): (
  home: string,
  args: readonly string[],
  circumstances?: RunEnvironment,
) => Promise<RunResult> {
  const { hosts } = shareProgram()
  return (home, args, { env, input, cwd } = {}) => hosts.run({ args, env: cleanEnv(home, env), input, cwd })
}
