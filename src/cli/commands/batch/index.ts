import { defineGroup } from '#cli/define-command'
import { cancel } from './cancel.ts'
import { plan } from './plan.ts'
import { report } from './report.ts'
import { resume } from './resume.ts'
import { run } from './run.ts'
import { status } from './status.ts'

export const command = defineGroup({
  name: 'batch',
  about: 'Swap many rows of a file: plan, run, resume, and report what became of each.',
  group: 'Trade',
  commands: [plan, run, resume, status, report, cancel],
})
