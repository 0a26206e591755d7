import { defineCommand } from '#cli/define-command'
import { isTopic, topicNames } from '#cli/help/topics'
import { plainText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { nearest } from '#domain/nearest'

export const command = defineCommand({
  name: 'help',
  about: 'Explain a command or a topic.',
  group: 'More',
  examples: ['help quickstart', 'help exit-codes', 'help wallet'],
  arguments: { subject: { about: `a command, or: ${topicNames.join(', ')}`, parse: plainText, optional: true } },
  options: {},
  mendsConfig: true,
  schema: async () => (await import('#cli/schemas/help')).Help,

  async run({ out, helpOf }, { subject }) {
    const text = subject !== undefined && isTopic(subject) ? await topic(subject) : await helpOf(subject)
    if (text === undefined) {
      const [near] = nearest(subject ?? '', topicNames)
      throw fail('USAGE', {
        reason: `There is no help on "${subject}".`,
        fix: near === undefined ? 'swapline --help' : `did you mean ${near}?`,
      })
    }
    out.result({ data: { subject: subject ?? null, text }, lines: () => text.trimEnd().split('\n') })
  },
})

async function topic(name: (typeof topicNames)[number]): Promise<string> {
  const { topicText } = await import('#cli/help/topic-texts')
  return topicText(name)
}
