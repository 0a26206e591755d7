import { defineGroup } from '#cli/define-command'
import { indexPools } from './index-pools.ts'
import { list } from './list.ts'

export const command = defineGroup({
  name: 'networks',
  about: 'List the networks and what they support; index pools that have no on-chain lookup.',
  group: 'Look',
  defaultCommand: list,
  commands: [indexPools],
})
