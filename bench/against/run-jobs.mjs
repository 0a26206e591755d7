import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * @import { Task, TimedAnswer } from '#shapes'
 * @typedef {object} Ran
@property {number | undefined} opened milliseconds
@property {TimedAnswer[]} answers for every job reached
@property {string | undefined} failed why the rest was not
 */

const program = fileURLToPath(new URL('./answer-jobs.mjs', import.meta.url))

/**
 * Runs jobs on a runner, in a separate process that is killed when its time is over.
 * @param {{ onAnswer: (answer: TimedAnswer) => void }} events
 * @param {Task} task
 * @returns {Promise<Ran>}
 */
export function runJobs({ onAnswer }, { name, file, indexes, limits, repeat, warmUps, limitSeconds }) {
  const child = fork(program, [name, file], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  /** @type {Ran} */
  const result = { opened: undefined, answers: [], failed: undefined }
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-4_000)
  })
  return new Promise((resolve) => {
    /** @param {string | undefined} failed */
    const end = (failed) => {
      result.failed ??= failed
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end('did not finish'), limitSeconds * 1_000)
    let uncounted = warmUps * indexes.length
    const waiting = Array.from({ length: warmUps + 1 }, () => indexes).flat()
    const sendNext = () => {
      const index = waiting.shift()
      if (index === undefined) end(undefined)
      else child.send({ index, limits, repeat })
    }
    /** @param {{ opened: number } | TimedAnswer} message */
    const onMessage = (message) => {
      if ('opened' in message) result.opened = message.opened
      else if (uncounted > 0) uncounted -= 1
      else {
        result.answers.push(message)
        onAnswer(message)
      }
      sendNext()
    }
    child.on('message', onMessage)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code !== null && code !== 0) result.failed ??= lastLine(said)
      resolve(result)
    })
  })
}

/** @param {string} text */
const lastLine = (text) => /^\s*(?:\w*Error.*)$/m.exec(text)?.[0]?.trim() ?? (text.trim().split('\n').at(-1) || 'ended')
