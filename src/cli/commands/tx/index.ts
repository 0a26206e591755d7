import { defineGroup } from '#cli/define-command'
import { build } from './build.ts'
import { cancel } from './cancel.ts'
import { decode } from './decode.ts'
import { send } from './send.ts'
import { sign } from './sign.ts'
import { speedup } from './speedup.ts'
import { wait } from './wait.ts'

export const command = defineGroup({
  name: 'tx',
  about: 'Speed up, cancel, await and inspect transactions; sign them on another machine.',
  group: 'Trade',
  commands: [speedup, cancel, wait, build, sign, send, decode],
})
