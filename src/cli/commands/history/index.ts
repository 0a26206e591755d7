import { defineGroup } from '#cli/define-command'
import { list } from './list.ts'
import { show } from './show.ts'

export const command = defineGroup({
  name: 'history',
  about: 'What was signed on this machine: amounts, gas, better or worse than quoted.',
  group: 'Look',
  defaultCommand: list,
  commands: [show],
})
