/** What a run tells besides its result: on stderr with `-v` and `-vv`, and in the log file. */

import { openLogFile } from '#cli/out/log-file'
import type { RunningOut } from '#cli/out/out'
import type { Settings } from '#cli/settings/settings'
import type { Env } from '#system/env'
import { scrub, secretsOf } from '#text/scrub'

export interface RunLog {
  readonly verbosity: 'info' | 'debug' | undefined
  write(line: string, level?: 'info' | 'debug'): void
  /** The last line of the log file: how the command ended. @param code of the failure, if it failed */
  end(exit: number, code: string | undefined): void
}

interface RunLogContext {
  readonly settings: Settings
  readonly out: RunningOut
  readonly command: string
  readonly env: Env
  /** A server: it has a log of its own on stderr. */
  readonly isEndless: boolean
}

/** @throws what `openLogFile` throws */
export function createRunLog({ settings, out, command, env, isEndless }: RunLogContext): RunLog {
  const level = settings.get('log.level')
  const verbosity = !isEndless && (level === 'info' || level === 'debug') ? level : undefined
  const file = openLogFile(settings.get('log.file'), env)
  const secrets = secretsOf(env)

  function write(line: string, of: 'info' | 'debug' = 'debug'): void {
    if (verbosity === undefined || (of === 'debug' && verbosity === 'info')) return
    out.note(({ paint }) => [paint.dim(scrub(line, secrets))])
    file.write({ level: of, command, msg: line })
  }
  const sinceStart = (): number => Math.round(process.uptime() * 1_000)
  write(`settings read after ${sinceStart()} ms`, 'info')
  return {
    verbosity,
    write,
    end(exit, code) {
      write(`in all ${sinceStart()} ms`, 'info')
      const network = settings.get('network')
      const failed = code === undefined ? {} : { error: code }
      const swap = out.swapId()
      file.write({
        level: exit === 0 ? 'info' : 'error',
        command,
        ...(network === undefined ? {} : { network }),
        durationMs: sinceStart(),
        code: exit,
        ...failed,
        ...(swap === undefined ? {} : { swapId: swap }),
        pid: process.pid,
      })
    },
  }
}
