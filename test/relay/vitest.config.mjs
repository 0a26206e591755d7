import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** The long run of the relayer, which `npm test` leaves out. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/relay/*.spec.ts'],
    globalSetup: 'test/contracts/global-setup.ts',
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
})
