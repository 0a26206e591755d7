import { defineGroup } from '#cli/define-command'
import { keys } from './keys/index.ts'
import { serve } from './serve.ts'

export const command = defineGroup({
  name: 'serve',
  about: 'Serve quotes and payloads to others over HTTP; manage keys for the authenticated listener.',
  group: 'More',
  defaultCommand: serve,
  commands: [keys],
})
