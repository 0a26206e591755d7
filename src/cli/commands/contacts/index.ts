import { defineGroup } from '#cli/define-command'
import { add } from './add.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'

export const command = defineGroup({
  name: 'contacts',
  about: 'Name the addresses that you send to: --to-address <name>.',
  group: 'Accounts and settings',
  commands: [add, list, remove],
})
