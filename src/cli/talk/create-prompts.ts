/** Prompts by inquirer, on stderr. It is loaded for the first prompt. */

import { sanitize } from '#cli/out/safe-text'
import { pauseSpinners } from '#cli/out/spinner'
import { raceBeforeExit } from '#cli/race-before-exit'
import type { Prompts } from '#cli/talk/prompts'
import { fail } from '#domain/errors'

export interface PromptsContext {
  /** True if stdin and stderr are terminals and prompts are enabled. */
  readonly canAsk: boolean
  /** `--yes`: plain questions are answered already. */
  readonly yes: boolean
  /** Runs while the user thinks, which does not count towards the time limit. */
  readonly pauseTimeLimit: <T>(work: () => Promise<T>) => Promise<T>
}

type Question = { readonly message: string } & (
  | { readonly type: 'input' }
  | { readonly type: 'confirm'; readonly default: boolean }
  | { readonly type: 'password' }
  | { readonly type: 'select'; readonly choices: readonly { readonly name: string; readonly value: number }[] }
)

export function createPrompts({ canAsk: possible, yes, pauseTimeLimit: thinking }: PromptsContext): Prompts {
  const answer = (question: Question): Promise<unknown> => thinking(() => pauseSpinners(() => ask(question)))

  return {
    canAsk: possible && !yes,

    async confirm(message) {
      if (yes) return
      if (!possible) throw fail('CONFIRM_NEEDED', { what: sanitize(message, 200), flag: '--yes' })
      if ((await answer({ type: 'confirm', message: sanitize(message, 400), default: false })) !== true)
        throw fail('DECLINED', {})
    },

    async confirmTyped(message, expected, flag) {
      if (!possible || yes) throw fail('CONFIRM_NEEDED', { what: sanitize(message, 200), flag })
      const said = await answer({
        type: 'input',
        message: `${sanitize(message, 400)} Type "${sanitize(expected)}" to continue:`,
      })
      if (String(said).trim() !== expected) throw fail('DECLINED', {})
    },

    async select(message, choices) {
      const names = choices.map(({ name }, value) => ({ name: sanitize(name, 100), value }))
      const chosen = choices[Number(await answer({ type: 'select', message: sanitize(message, 400), choices: names }))]
      if (chosen === undefined) throw fail('DECLINED', {})
      return chosen.value
    },

    askText: async (message) => String(await answer({ type: 'input', message: sanitize(message, 400) })),
    askSecret: async (message) => String(await answer({ type: 'password', message: sanitize(message, 400) })),
  }
}

async function ask(question: Question): Promise<unknown> {
  const { default: inquirer } = await import('inquirer')
  // stdout belongs to the result, even during a prompt.
  const prompt = inquirer.createPromptModule({ output: process.stderr })
  try {
    const asked: Promise<{ it?: unknown }> = prompt([{ ...question, name: 'it' }])
    // After Ctrl-D nothing more can be typed, but inquirer keeps waiting.
    const answers = await raceBeforeExit(asked, () => {
      throw fail('DECLINED', {})
    })
    return answers.it
  } catch (error) {
    // Ctrl-C, Ctrl-D and a closed terminal all mean no.
    if (error instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(error.name)) throw fail('DECLINED', {})
    throw error
  }
}
