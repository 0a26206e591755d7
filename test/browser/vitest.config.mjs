import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** What needs a browser, which `npm test` does without. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['test/browser/*.spec.ts'], testTimeout: 60_000 },
})
