import { shells } from '#cli/completion/format-words'
import { completionScripts } from '#cli/completion/scripts'
import { defineCommand } from '#cli/define-command'
import { choiceParser } from '#cli/parse/plain'

const parseShell = choiceParser(shells)

export const command = defineCommand({
  name: 'completion',
  about: 'Print the script that completes commands, tokens, accounts and ids at Tab.',
  group: 'Accounts and settings',
  examples: [
    'completion bash >> ~/.bashrc',
    'completion zsh > ~/.zfunc/_swapline',
    'completion fish > ~/.config/fish/completions/swapline.fish',
  ],
  arguments: { shell: { about: shells.join(', '), parse: parseShell, ask: 'Which shell: bash, zsh or fish?' } },
  options: {},
  toleratesBadConfig: true,
  schema: async () => (await import('#cli/schemas/completion')).Completion,

  async run({ out }, { shell }) {
    const script = completionScripts[shell]
    out.printResult({ data: { shell, script }, lines: () => script.trimEnd().split('\n') })
  },
})
