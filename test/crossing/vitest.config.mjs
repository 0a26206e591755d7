import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** The contracts of `apart`, which `npm test` leaves out. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // each file runs two chains
  test: { fileParallelism: false, include: ['test/crossing/*.spec.ts'], testTimeout: 120_000, hookTimeout: 240_000 },
})
