import { defineGroup } from '#cli/define-command'
import { cancel } from './cancel.ts'
import { decode } from './decode.ts'
import { speedup } from './speedup.ts'
import { wait } from './wait.ts'

export const command = defineGroup({
  name: 'tx',
  about: 'Speed up, cancel, await and inspect transactions.',
  group: 'Trade',
  commands: [speedup, cancel, wait, decode],
})
