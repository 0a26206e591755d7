import { defineGroup } from '#cli/define-command'
import { add } from './add.ts'
import { importList } from './import.ts'
import { info } from './info.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'
import { search } from './search.ts'

export const command = defineGroup({
  name: 'tokens',
  about: 'List, search and add tokens. Your own never replace listed ones.',
  group: 'Look',
  commands: [list, search, info, add, remove, importList],
})
