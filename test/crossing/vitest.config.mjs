import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

const killing = process.env['SWAPLINE_COMPLETER_KILLS'] !== undefined

/** The contracts of `apart`, which `npm test` leaves out. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // each file runs two chains
  test: {
    fileParallelism: false,
    include: killing ? ['test/crossing/completer.kills.ts'] : ['test/crossing/*.spec.ts', 'test/crossing/cctp.test.ts'],
    testTimeout: killing ? 7_200_000 : 120_000,
    hookTimeout: 240_000,
  },
})
