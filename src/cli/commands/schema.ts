import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'

export const command = defineCommand({
  name: 'schema',
  about: 'Print the JSON Schema of a command’s output, or the tables of errors, exit codes, settings.',
  group: 'More',
  examples: ['schema networks', 'schema wallet list', 'schema errors'],
  arguments: {
    subject: {
      about: 'a command, or: errors, exit-codes, config, failure',
      parse: parseText,
      rest: true,
      completes: 'schema',
    },
  },
  options: {},
  schema: async () => (await import('#cli/schemas/plain-json')).AnyJson,

  async run({ out }, { subject }) {
    const { findSchema: schemaOf, listSchemaSubjects: schemaSubjects } = await import('#cli/schemas/subjects')
    const name = subject.join('-')
    if (name === '') {
      const subjects = await schemaSubjects()
      return out.printResult({ data: { subjects }, lines: () => subjects })
    }
    const schema = await schemaOf(name)
    if (schema === undefined) {
      const [near] = findNearest(name, await schemaSubjects())
      throw fail('USAGE', {
        reason: `There is no schema "${subject.join(' ')}".`,
        fix: near === undefined ? 'swapline schema' : `did you mean ${near.replaceAll('-', ' ')}?`,
      })
    }
    out.printResult({ data: schema, lines: () => JSON.stringify(schema, null, 2).split('\n'), isVerbatim: true })
  },
})
