import { defineGroup } from '#cli/define-command'
import { add } from './add.ts'
import { list } from './list.ts'
import { revoke } from './revoke.ts'

export const keys = defineGroup({
  name: 'serve-keys',
  about: 'Keys for the authenticated listener.',
  group: 'More',
  commands: [add, list, revoke],
})
