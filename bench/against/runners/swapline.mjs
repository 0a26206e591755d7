import { buildCore } from '#core/bundle'
import { openCore } from '#core/quote'

/** Over the real adapters; only their gas is the set's, as for every runner, and so is what gas is worth. */
export const runner = {
  about: 'src/routing as it stands in this tree: search, exact answer, certificate',
  open: async (set) => openCore(await import(await buildCore()), set),
}
