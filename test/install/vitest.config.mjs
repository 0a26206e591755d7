import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** `npm run test:install`, which `npm test` leaves out: it asks the registry. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['test/install/*.spec.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
})
