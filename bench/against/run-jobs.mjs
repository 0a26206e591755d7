import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./answer-jobs.mjs', import.meta.url))

/**
 * Runs jobs on a runner, in a separate process that is killed when its time is over.
 * @returns `{ opened, answers, failed }`: milliseconds, an answer for every job reached, and why the rest was not.
 */
export function runJobs({ onAnswer }, { name, file, indexes, limits, repeat, limitSeconds }) {
  const child = fork(program, [name, file], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const result = { opened: undefined, answers: [], failed: undefined }
  let said = ''
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-4_000)
  })
  return new Promise((resolve) => {
    const end = (failed) => {
      result.failed ??= failed
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end('did not finish'), limitSeconds * 1_000)
    const waiting = [...indexes]
    const sendNext = () => {
      const index = waiting.shift()
      if (index === undefined) end(undefined)
      else child.send({ index, limits, repeat })
    }
    child.on('message', ({ opened, ...answer }) => {
      if (opened === undefined) {
        result.answers.push(answer)
        onAnswer(answer)
      } else result.opened = opened
      sendNext()
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code !== null && code !== 0) result.failed ??= lastLine(said)
      resolve(result)
    })
  })
}

const lastLine = (text) => /^\s*(?:\w*Error.*)$/m.exec(text)?.[0]?.trim() ?? (text.trim().split('\n').at(-1) || 'ended')
