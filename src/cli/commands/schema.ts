import { defineCommand } from '#cli/define-command'
import { plainText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { nearest } from '#domain/nearest'

export const command = defineCommand({
  name: 'schema',
  about: 'Print the JSON Schema of what a command answers, or the tables of errors, exit codes, settings.',
  group: 'More',
  examples: ['schema networks', 'schema wallet list', 'schema errors'],
  arguments: {
    subject: { about: 'a command, or: errors, exit-codes, config, failure', parse: plainText, rest: true },
  },
  options: {},
  schema: async () => (await import('#cli/schemas/plain-json')).AnyJson,

  async run({ out }, { subject }) {
    const { schemaOf, schemaSubjects } = await import('#cli/schemas/subjects')
    const name = subject.join('-')
    if (name === '') {
      const subjects = await schemaSubjects()
      return out.result({ data: { subjects }, lines: () => subjects })
    }
    const schema = await schemaOf(name)
    if (schema === undefined) {
      const [near] = nearest(name, await schemaSubjects())
      throw fail('USAGE', {
        reason: `There is no schema "${subject.join(' ')}".`,
        fix: near === undefined ? 'swapline schema' : `did you mean ${near.replaceAll('-', ' ')}?`,
      })
    }
    out.result({ data: schema, lines: () => JSON.stringify(schema, null, 2).split('\n') })
  },
})
