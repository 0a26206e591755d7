import { defineGroup } from '#cli/define-command'
import { advance } from './advance.ts'
import { down } from './down.ts'
import { fund } from './fund.ts'
import { reset } from './reset.ts'
import { status } from './status.ts'
import { up } from './up.ts'

export const command = defineGroup({
  name: 'sandbox',
  about: 'A chain on this machine with real AMM contracts, to try everything without funds.',
  group: 'Sandbox',
  commands: [up, down, status, reset, fund, advance],
})
