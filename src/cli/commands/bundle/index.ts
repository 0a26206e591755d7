import { defineGroup } from '#cli/define-command'
import { create } from './create.ts'
import { inspect } from './inspect.ts'
import { redact } from './redact.ts'
import { verify } from './verify.ts'

export const command = defineGroup({
  name: 'bundle',
  about: 'Record all that a quote was computed from, in one file, for someone on another machine.',
  group: 'Look',
  commands: [create, inspect, redact, verify],
})
