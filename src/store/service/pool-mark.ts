import { existsSync, writeFileSync } from 'node:fs'

/**
 * A file beside a store in SQLite that says that pools were stored there. It is written before the first of them, so a
 * store without it has none, and a quote need not load the driver before its first request.
 */
export interface PoolMark {
  isSet(): boolean
  set(): void
}

/** @param store the path of the store's file */
export function createPoolMark(store: string): PoolMark {
  const path = `${store}.pools`
  const isSet = () => existsSync(path)
  return {
    isSet,
    set() {
      if (!isSet()) writeFileSync(path, '', { mode: 0o600 })
    },
  }
}
