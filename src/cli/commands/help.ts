import { defineCommand } from '#cli/define-command'
import { isTopic, topicNames } from '#cli/help/topics'
import { parseText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { findNearest } from '#domain/find-nearest'

export const command = defineCommand({
  name: 'help',
  about: 'Explain a command or a topic.',
  group: 'More',
  examples: ['help quickstart', 'help exit-codes', 'help wallet'],
  arguments: { subject: { about: `a command, or: ${topicNames.join(', ')}`, parse: parseText, optional: true } },
  options: {},
  toleratesBadConfig: true,
  schema: async () => (await import('#cli/schemas/help')).Help,

  async run({ out, getHelp: helpOf }, { subject }) {
    const text = subject !== undefined && isTopic(subject) ? await loadTopic(subject) : await helpOf(subject)
    if (text === undefined) {
      const [near] = findNearest(subject ?? '', topicNames)
      throw fail('USAGE', {
        reason: `There is no help on "${subject}".`,
        fix: near === undefined ? 'swapline --help' : `did you mean ${near}?`,
      })
    }
    out.printResult({ data: { subject: subject ?? null, text }, lines: () => text.trimEnd().split('\n') })
  },
})

async function loadTopic(name: (typeof topicNames)[number]): Promise<string> {
  const { topicText } = await import('#cli/help/topic-texts')
  return topicText(name)
}
