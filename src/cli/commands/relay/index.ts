import { defineGroup } from '#cli/define-command'
import { drain } from './drain.ts'
import { refill } from './refill.ts'
import { status } from './status.ts'

export const command = defineGroup({
  name: 'relay',
  about: 'The relayer of a service: its lane of nonces, what it spent, and what it earned.',
  group: 'More',
  commands: [status, drain, refill],
})
