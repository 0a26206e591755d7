/** The commands of the program. Each is loaded when it is called for: all together take longer to load than a quote. */
import { all } from '#cli/commands.gen'
import type { AnyCommand } from '#cli/define-command'

/** By name, in alphabetical order. */
export const commandLoaders: ReadonlyMap<string, () => Promise<AnyCommand>> = new Map(Object.entries(all))

export const loadAllCommands = (): Promise<readonly AnyCommand[]> =>
  Promise.all(Array.from(commandLoaders.values(), (load) => load()))
