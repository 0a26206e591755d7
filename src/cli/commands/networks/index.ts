import { defineGroup } from '#cli/define-command'
import { indexPools } from './index-pools.ts'
import { list } from './list.ts'

export const command = defineGroup({
  name: 'networks',
  about: 'List the networks and what can be done on them; index pools that nobody can be asked for.',
  group: 'Look',
  alone: list,
  commands: [indexPools],
})
