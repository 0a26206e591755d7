import { defineGroup } from '#cli/define-command'
import { check } from './check.ts'
import { set } from './set.ts'
import { show } from './show.ts'
import { unset } from './unset.ts'

export const command = defineGroup({
  name: 'policy',
  about: 'Limit what the keys of this machine may sign: amounts, tokens, recipients, networks.',
  group: 'Accounts and settings',
  commands: [show, set, unset, check],
})
