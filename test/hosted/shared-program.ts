/**
 * The program as shipped, and processes that run its commands, for all test files that one process runs: to start a host,
 * to load the program and to compile what its commands execute costs more than most files' commands do.
 */
import { buildOnce, removeOldCopies } from '../e2e/build-once.ts'
import { createHosts, type Hosts } from './hosts.ts'

export interface SharedProgram {
  readonly bin: string
  readonly hosts: Hosts
}

let shared: SharedProgram | undefined

/** Nobody closes it: its processes end with the one that asked for it, and its files go when the next one asks. */
export function shareProgram(): SharedProgram {
  shared ??= start()
  return shared
}

function start(): SharedProgram {
  const { bin } = buildOnce()
  removeOldCopies()
  return { bin, hosts: createHosts(bin) }
}
