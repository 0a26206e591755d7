import { defineGroup } from '#cli/define-command'
import { edit } from './edit.ts'
import { explain } from './explain.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { path } from './path.ts'
import { set } from './set.ts'
import { unset } from './unset.ts'

export const command = defineGroup({
  name: 'config',
  about: 'Read and change settings, and see where a value comes from.',
  group: 'Accounts and settings',
  commands: [get, set, unset, list, path, explain, edit],
})
