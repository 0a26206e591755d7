import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** Tests that need a browser, which `npm test` leaves out. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['test/browser/*.spec.ts'], testTimeout: 60_000 },
})
