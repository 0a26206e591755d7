import { defineGroup } from '#cli/define-command'
import { decode } from './decode.ts'

export const command = defineGroup({
  name: 'tx',
  about: 'Inspect transactions.',
  group: 'Look',
  commands: [decode],
})
