import { defineCommand } from '#cli/define-command'

export const command = defineCommand({
  name: 'version',
  about: 'Show the versions of swapline and Node.js.',
  group: 'More',
  examples: ['version'],
  arguments: {},
  options: {},
  schema: async () => (await import('#cli/schemas/version')).Version,

  async run({ out, version }) {
    const { node } = process.versions
    out.printResult({ data: { version, node }, lines: () => [`swapline ${version} (Node.js ${node})`] })
  },
})
