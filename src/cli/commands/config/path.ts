import { defineCommand } from '#cli/define-command'

export const path = defineCommand({
  name: 'config-path',
  about: 'Show where settings, quotes and keys are stored.',
  examples: ['config path', 'config path --get data.config'],
  arguments: {},
  options: {},
  toleratesBadConfig: true,
  schema: async () => (await import('#cli/schemas/config')).ConfigPaths,

  async run({ settings, out }) {
    const { config, state, keystores } = settings.paths
    out.printResult({
      data: { config, state, keystores },
      lines: () => [`  config  ${config}`, `  state   ${state}`, ...keystores.map((folder) => `  keys    ${folder}`)],
    })
  },
})
