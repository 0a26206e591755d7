/** Questions by inquirer, on stderr. It is loaded when the first question is asked. */
import { unlessDry } from '#cli/dry-loop'
import type { Prompts } from '#cli/prompts'
import { safe } from '#cli/safe-text'
import { fail } from '#domain/errors'

export interface AskingContext {
  /** A terminal on both sides, and nothing that forbids questions. */
  readonly possible: boolean
  /** `--yes`: plain questions are answered already. */
  readonly yes: boolean
  /** Runs while a person thinks, which no time limit counts. */
  readonly thinking: <T>(work: () => Promise<T>) => Promise<T>
}

type Question = { readonly message: string } & (
  | { readonly type: 'input' }
  | { readonly type: 'confirm'; readonly default: boolean }
  | { readonly type: 'password' }
  | { readonly type: 'select'; readonly choices: readonly { readonly name: string; readonly value: number }[] }
)

export function createPrompts({ possible, yes, thinking }: AskingContext): Prompts {
  const answer = (question: Question): Promise<unknown> => thinking(() => ask(question))

  return {
    possible: possible && !yes,

    async confirm(message) {
      if (yes) return
      if (!possible) throw fail('CONFIRM_NEEDED', { what: safe(message, 200), flag: '--yes' })
      if ((await answer({ type: 'confirm', message: safe(message, 400), default: false })) !== true)
        throw fail('DECLINED', {})
    },

    async typed(message, expected, flag) {
      if (!possible || yes) throw fail('CONFIRM_NEEDED', { what: safe(message, 200), flag })
      const said = await answer({ type: 'input', message: `${safe(message, 400)} Type "${safe(expected)}" to go on:` })
      if (String(said).trim() !== expected) throw fail('DECLINED', {})
    },

    async select(message, choices) {
      const names = choices.map(({ name }, value) => ({ name: safe(name, 100), value }))
      const chosen = choices[Number(await answer({ type: 'select', message: safe(message, 400), choices: names }))]
      if (chosen === undefined) throw fail('DECLINED', {})
      return chosen.value
    },

    text: async (message) => String(await answer({ type: 'input', message: safe(message, 400) })),
    hidden: async (message) => String(await answer({ type: 'password', message: safe(message, 400) })),
  }
}

async function ask(question: Question): Promise<unknown> {
  const { default: inquirer } = await import('inquirer')
  // stdout belongs to the result, even while somebody is asked.
  const prompt = inquirer.createPromptModule({ output: process.stderr })
  try {
    const asked: Promise<{ it?: unknown }> = prompt([{ ...question, name: 'it' }])
    // After Ctrl-D nothing more can be typed, and inquirer waits on.
    const answers = await unlessDry(asked, () => {
      throw fail('DECLINED', {})
    })
    return answers.it
  } catch (error) {
    // Ctrl-C, Ctrl-D and a terminal that goes away all mean no.
    if (error instanceof Error && /^(ExitPromptError|AbortPromptError)$/.test(error.name)) throw fail('DECLINED', {})
    throw error
  }
}
