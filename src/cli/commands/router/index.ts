import { defineGroup } from '#cli/define-command'
import { deploy } from './deploy.ts'
import { verify } from './verify.ts'

export const command = defineGroup({
  name: 'router',
  about: 'Our router contract: the same code at the same address on every chain that can run it.',
  group: 'More',
  commands: [deploy, verify],
})
