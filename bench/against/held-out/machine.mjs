import { cpus, loadavg, totalmem } from 'node:os'

/** What timings depend on. */
export const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}

/** Load average of the last minute: if it exceeds the number of cores, times mean little. */
export const loadNow = () => Math.round((loadavg()[0] ?? 0) * 10) / 10

/** @param {typeof machine} figures */
export const machineLine = ({ cpu, cores, memoryGb, node }) => `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}`
