import { dispatch } from '#cli/dispatch'
import { compose } from '#compose'

/** The command line over the real things: the only place where the two meet. */
export const start = (argv: readonly string[]): Promise<void> => dispatch(argv, compose)
