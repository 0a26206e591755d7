import { cpus, totalmem } from 'node:os'

/** What figures of time depend on. */
export const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}

export const machineLine = ({ cpu, cores, memoryGb, node }) => `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}`
