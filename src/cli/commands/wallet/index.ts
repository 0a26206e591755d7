import { defineGroup } from '#cli/define-command'
import { importAccount } from './import.ts'
import { list } from './list.ts'
import { newAccount } from './new.ts'
import { show } from './show.ts'
import { use } from './use.ts'

export const command = defineGroup({
  name: 'wallet',
  about: 'Create, import and choose accounts. Keys stay in encrypted files on this machine.',
  group: 'Accounts and settings',
  commands: [newAccount, importAccount, list, show, use],
})
