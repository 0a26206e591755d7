import { cpus, loadavg, totalmem } from 'node:os'

/** What figures of time depend on. */
export const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}

/** Processes that wanted to run in the last minute: above the number of cores, times say little. */
export const loadNow = () => Math.round((loadavg()[0] ?? 0) * 10) / 10

export const machineLine = ({ cpu, cores, memoryGb, node }) => `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}`
