import { defineGroup } from '#cli/define-command'
import { addWatch } from './add-watch.ts'
import { changePassword } from './change-password.ts'
import { exportKey } from './export.ts'
import { importAccount } from './import.ts'
import { list } from './list.ts'
import { newAccount } from './new.ts'
import { remove } from './remove.ts'
import { show } from './show.ts'
import { sign } from './sign.ts'
import { use } from './use.ts'
import { verify } from './verify.ts'

export const command = defineGroup({
  name: 'wallet',
  about: 'Create, import and choose accounts. Keys stay in encrypted files on this machine.',
  group: 'Accounts and settings',
  commands: [newAccount, importAccount, list, show, use, addWatch, exportKey, remove, changePassword, sign, verify],
})
