import { defineCommand } from '#cli/define-command'
import { isTopic, topicNames } from '#cli/help/topics'
import { plainPaint, type Screen } from '#cli/out/screen'
import { parseText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'

export const command = defineCommand({
  name: 'help',
  about: 'Explain a command or a topic.',
  group: 'More',
  examples: ['help quickstart', 'help exit-codes', 'help wallet'],
  arguments: {
    subject: {
      about: `a command, or: ${topicNames.join(', ')}`,
      parse: parseText,
      optional: true,
      completes: 'subject',
    },
  },
  options: {},
  toleratesBadConfig: true,
  schema: async () => (await import('#cli/schemas/help')).Help,

  async run({ out, getHelp: helpOf }, { subject }) {
    const linesOf =
      subject !== undefined && isTopic(subject) ? await loadTopic(subject) : splitLines(await helpOf(subject))
    if (linesOf === undefined) {
      const [near] = findNearest(subject ?? '', topicNames)
      throw fail('USAGE', {
        reason: `There is no help on "${subject}".`,
        fix: near === undefined ? 'swapline --help' : `did you mean ${near}?`,
      })
    }
    const text = `${linesOf(documentScreen).join('\n')}\n`
    out.printResult({ data: { subject: subject ?? null, text }, lines: linesOf })
  },
})

type Lines = (screen: Screen) => readonly string[]

/** For machines the text is always as wide as where no terminal says its width. */
const documentScreen: Screen = { width: 80, paint: plainPaint }

async function loadTopic(name: (typeof topicNames)[number]): Promise<Lines> {
  const { topicLines } = await import('#cli/help/topic-texts')
  return (screen) => topicLines(name, { ...screen, keepsLines: false })
}

const splitLines = (text: string | undefined): Lines | undefined =>
  text === undefined ? undefined : () => text.trimEnd().split('\n')
